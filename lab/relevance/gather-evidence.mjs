/** What each question finds, as rows of evidence with whether the memory is right. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { namedSpeakers } from '../../packages/core/src/ranking/named-speakers.ts';
import { orderCandidates, rankedFor } from '../../packages/core/src/ranking/rank.ts';
import { evidenceFor } from '../../packages/core/src/relevance/evidence.ts';
import { sqliteBackend } from '../../packages/kv-backend/src/index.ts';
import { analyse } from '../../packages/language/src/text/index.ts';
import { facts } from '../../test/cross-lingual/facts.ts';
import { others } from '../../test/cross-lingual/others.ts';
import { randomFrom, shuffled } from '../../tools/random.mjs';
import { readLines } from '../frame.mjs';
import { fill, gatherOne } from '../recall/gather.mjs';
import { messages, people } from './sentences.mjs';

/** Number of lines of an answer that are learned from and judged. */
const lines = 10;

/**
 * A set of memories with its questions: `questions` with an answer there, the same asked in other scopes (`other`),
 * `adversarial` ones, the same about the other one of two speakers (`swapped`), `small` talk and `general` requests.
 */
export async function gatherSet({ name, scopes, asked }, { embedder, kinds }) {
  const folder = mkdtempSync(join(tmpdir(), 'mneme-relevance-'));
  const path = join(folder, 'memory.db');
  await fill(path, { scopes, embedder });
  const backend = sqliteBackend({ path });
  await backend.open({ embedder: await embedder.identity() });
  const answers = [];
  for (const { kind, text, scope, relevant = [], heldOut = false } of asked) {
    const [vector] = await embedder.embed([text], { kind: 'query' });
    const { request, relevant: right } = await gatherOne(backend, {
      query: { text, scope, relevant },
      embedder,
    });
    if (request.query.text === '') continue;
    const named = namedSpeakers(request.query, request.found);
    const { board, order } = orderCandidates(request, named);
    const rowAt = evidenceFor({
      query: request.query,
      kind: kinds(text, vector),
      ranked: rankedFor(0, { board, order }),
      named,
      statistics: request.found.statistics[0],
      calibration: embedder.calibration,
    });
    answers.push({
      set: name,
      scope,
      kind,
      text,
      heldOut,
      needed: right.size,
      found: order.slice(0, lines).flatMap((at, place) => {
        const row = rowAt(place);
        const { source } = board.candidates[at].record;
        return row === undefined ? [] : [{ row, right: right.has(source.externalId) }];
      }),
    });
  }
  await backend.close();
  rmSync(folder, { recursive: true, force: true });
  return answers;
}

/** An evaluation set of a folder, with a limited number of questions of each kind. */
export function evaluationSet(folder, name, most) {
  const scopes = Map.groupBy(readLines(join(folder, name, 'memories.jsonl')), ({ scope }) => scope);
  const all = [...scopes.keys()];
  const queries = readLines(join(folder, name, 'queries.jsonl'));
  const next = randomFrom(3);
  const answerable = shuffled(
    queries.filter(({ type, relevant }) => type !== 'adversarial' && relevant?.length > 0),
    next,
  ).slice(0, most);
  const others = answerable.flatMap((query, place) => {
    const foreign = all.filter((scope) => scope !== query.scope);
    if (foreign.length === 0) return [];
    return [{ kind: 'other', text: query.text, scope: foreign[place % foreign.length] }];
  });
  const swapped = answerable.flatMap(({ text, scope }) => {
    const names = [...new Set(scopes.get(scope).flatMap(({ speaker }) => speaker ?? []))].map(
      (speaker) => speaker.split(' ')[0],
    );
    const named = names.filter((speaker) => new RegExp(`\\b${speaker}\\b`, 'u').test(text));
    if (names.length !== 2 || named.length !== 1) return [];
    const [other] = names.filter((speaker) => speaker !== named[0]);
    const asked = text.replace(new RegExp(`\\b${named[0]}\\b`, 'gu'), other);
    return [{ kind: 'swapped', text: asked, scope }];
  });
  const adversarial = shuffled(
    queries.filter(({ type }) => type === 'adversarial'),
    next,
  ).slice(0, most);
  const language = /zh/.test(name) ? 'zh' : 'en';
  return {
    name,
    scopes,
    asked: [
      ...answerable.map(({ text, scope, relevant }) => ({
        kind: 'questions',
        text,
        scope,
        relevant,
      })),
      ...others,
      ...swapped,
      ...adversarial.map(({ text, scope }) => ({ kind: 'adversarial', text, scope })),
      ...idle(language, all, {
        most: 60,
        names: (scope) => scopes.get(scope).find(({ speaker }) => speaker !== undefined)?.speaker,
      }),
    ],
  };
}

/**
 * Small talk and general requests of a language, each asked in one of the scopes; every third again after the name of
 * one of its speakers.
 */
function idle(language, scopes, { most, names = () => undefined }) {
  const next = randomFrom(8);
  return ['small-talk', 'general'].flatMap((list) =>
    shuffled(
      messages(list).filter((message) => message.language === language),
      next,
    )
      .slice(0, most)
      .flatMap(({ kind, text, heldOut }, place) => {
        const scope = scopes[place % scopes.length];
        const name = names(scope);
        return [
          { kind, text, scope, heldOut },
          ...(name !== undefined && place % 3 === 0
            ? [{ kind: 'named', text: `${name}, ${text}`, scope, heldOut }]
            : []),
        ];
      }),
  );
}

/** Number of facts in a person's store: a new one has few. */
const sizes = [1000, 20, 6, 2];

/**
 * Each person's messages to a store with all facts, and to small stores with some; missing facts cannot be answered.
 * Half the facts are stored as the person says them, half in a session, like an agent's notes.
 */
export function peopleSets() {
  const everybody = people();
  return everybody.map((person) => {
    const next = randomFrom(4);
    const asked = [];
    const scopes = new Map();
    for (const size of sizes) {
      for (let part = 0; part < (size > 60 ? 1 : 4); part++) {
        const scope = `${person.name}-${size}-${part}`;
        const kept = new Set(shuffled([...person.facts.keys()], next).slice(0, size));
        scopes.set(
          scope,
          [...kept].map((place) => ({ id: String(place), text: person.facts[place] })),
        );
        for (const { text, needs } of shuffled(person.messages, next).filter(
          ({ needs }, place) =>
            size > 60 || needs.some((need) => kept.has(need)) || place % 12 === part,
        )) {
          const there = needs.filter((need) => kept.has(need)).map(String);
          asked.push({
            kind: there.length > 0 ? 'questions' : 'other',
            text,
            scope,
            relevant: there,
          });
        }
        // A text that is said exactly as it is stored is found again.
        for (const place of shuffled([...kept], next).slice(0, 4))
          asked.push({
            kind: 'questions',
            text: person.facts[place],
            scope,
            relevant: [String(place)],
          });
        for (const other of everybody) {
          if (other === person || other.twin === person.twin) continue;
          for (const { text } of shuffled(other.messages, next).slice(0, size > 60 ? 20 : 3))
            asked.push({ kind: 'other', text, scope });
        }
      }
    }
    const languages =
      person.language === 'en' ? ['en', 'es', 'de', 'fr', 'pt', 'it', 'ru'] : ['zh', 'ja', 'ko'];
    for (const language of languages)
      asked.push(
        ...idle(language, [...scopes.keys()], {
          most: language.length === 2 && ['en', 'zh'].includes(language) ? 100 : 25,
        }),
      );
    return { name: `people ${person.name}.${person.language}`, scopes, asked };
  });
}

/**
 * A quarter of the everyday facts of test/cross-lingual in one language, among others of both, asked for in both; two
 * sets without a common fact.
 */
export function crossLingualSets() {
  return [0, 1].map((part) => crossLingualSet(part));
}

function crossLingualSet(part) {
  const scopes = new Map();
  const asked = [];
  for (const language of ['en', 'zh']) {
    for (const half of [0, 1]) {
      const scope = `${language}-${half}`;
      const there = (place) => place % 4 === 2 * half + part;
      scopes.set(scope, [
        ...facts.flatMap((fact, place) =>
          there(place) ? [{ id: String(place), text: fact[language] }] : [],
        ),
        ...others

          .filter((_, place) => place % 4 === 2 * half + part)
          .map((text, place) => ({ id: `other ${place}`, text })),
      ]);
      for (const [place, fact] of facts.entries()) {
        if (place % 2 !== part) continue;
        if (half === 0) askOfFew(place);
        for (const text of [fact.enQuestion, fact.zhQuestion])
          asked.push(
            there(place)
              ? { kind: 'questions', text, scope, relevant: [String(place)] }
              : { kind: 'other', text, scope },
          );
      }
    }
  }
  /** A new store with one fact, or three, with and without the needed one. */
  function askOfFew(place) {
    for (const language of ['en', 'zh']) {
      for (const size of [1, 3]) {
        const scope = `${language}-${place}-${size}`;
        const kept = Array.from({ length: size }, (_, index) => (place + 2 * index) % facts.length);
        const foreign = (place + 50) % facts.length;
        scopes.set(
          scope,
          kept.map((fact) => ({ id: String(fact), text: facts[fact][language] })),
        );
        for (const question of ['enQuestion', 'zhQuestion'])
          asked.push(
            { kind: 'questions', text: facts[place][question], scope, relevant: [String(place)] },
            { kind: 'other', text: facts[foreign][question], scope },
          );
      }
    }
  }
  return { name: `cross-lingual ${part + 1}`, scopes, asked };
}

/** An embedder without meaning, which knows only words: with it, the tables learn to use words alone. */
export const hashedWords = {
  calibration: { duplicate: 0.95, related: 0.85, relevant: 0.35 },
  identity: async () => ({ name: 'hashed', revision: '1', dimensions: 128, pooling: 'mean' }),
  embed: async (texts) =>
    texts.map((text) => {
      const vector = new Float32Array(128);
      for (const feature of analyse(text)) vector[hashOf(feature) % 128] += 1;
      return vector;
    }),
};

function hashOf(text) {
  return [...text].reduce(
    (sum, character) => Math.imul(sum ^ character.codePointAt(0), 16777619) >>> 0,
    2166136261,
  );
}
