/**
 * What facts are about, which of them are private, and what messages are about.
 *
 *   node lab/main.mjs disclosure         measures fits that have not seen the user
 *   node lab/main.mjs disclosure --fit   makes packages/language/src/disclosure/disclosure-tables.json
 *
 * `facts.txt` and `messages.txt` have sentences under `# LANGUAGE KIND`. `users.jsonl` has users with facts, and messages
 * with the places of the facts that belong into their block (`must`) and that do not (`mustNot`).
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import {
  disclosureRow,
  disclosureWidth,
} from '../../packages/language/src/disclosure/disclosure-features.ts';
import {
  factKinds,
  kindChances,
  messageKinds,
  privateFields,
} from '../../packages/language/src/disclosure/kinds.ts';
import { randomFrom, shuffled } from '../../tools/random.mjs';
import { readLines } from '../frame.mjs';
import { messages } from '../relevance/sentences.mjs';
import { writeTables, writtenKinds } from '../trainer/tables.mjs';

const here = (name) => new URL(name, import.meta.url);

export async function main(args) {
  const { values } = parseArgs({ args, options: { fit: { type: 'boolean', default: false } } });
  const facts = sentences('facts.txt');
  const asked = [...sentences('messages.txt'), ...neutralMessages()];
  const users = readLines(here('users.jsonl')).map((user, place) => ({ ...user, fold: place % 5 }));
  report(facts, users);
  if (!values.fit) return;
  writeTables(
    'language/src/disclosure/disclosure-tables.json',
    'node lab/main.mjs disclosure --fit',
    {
      facts: writtenKinds(fitKinds(withUsers(facts, users), factKinds)),
      messages: writtenKinds(fitKinds(asked, messageKinds)),
    },
  );
}

function sentences(name) {
  let kind = '';
  const all = [];
  for (const line of readFileSync(here(name), 'utf8').split('\n')) {
    if (line.startsWith('# ')) kind = line.split(' ')[2];
    else if (line.trim() !== '') all.push({ kind, text: line });
  }
  return all;
}

/** Requests for general knowledge and small talk are about nothing of the user. */
function neutralMessages() {
  return ['general', 'small-talk'].flatMap((kind) =>
    messages(kind)
      .filter(({ heldOut }) => !heldOut)
      .map(({ text }) => ({ kind: 'other', text })),
  );
}

/** The facts of users, each with how many messages need it, and how many must not have it. */
function judged(users) {
  return users.flatMap(({ facts, messages }) =>
    facts.map((text, place) => ({
      text,
      needed: messages.filter(({ must }) => must.includes(place)).length,
      unwanted: messages.filter(({ mustNot }) => mustNot.includes(place)).length,
    })),
  );
}

/** The sentences, with the users' facts that are clearly private or clearly not, each as the likeliest such kind. */
function withUsers(facts, users) {
  const table = fitKinds(facts, factKinds);
  const known = judged(users).flatMap(({ text, needed, unwanted }) => {
    const isPrivate = unwanted >= 2 && needed < 2;
    if (!isPrivate && unwanted > 0) return [];
    const all = kindChances(table, text);
    // An allergy is no secret, though few messages need it.
    if (isPrivate && all[factKinds.indexOf('limit')] > 0.5) return [];
    const chances = all.map((chance, kind) =>
      kind < privateFields.length === isPrivate ? chance : -1,
    );
    return [{ text, kind: factKinds[chances.indexOf(Math.max(...chances))] }];
  });
  return [...facts, ...known];
}

const settings = { rounds: 30, rate: 0.1, baseRate: 0.02, strength: 1e-4, seed: 3 };

/** Softmax regression by AdaGrad; a rare kind has more weight. Seeded: the same data give the same table. */
function fitKinds(examples, kinds) {
  const { rounds, rate, baseRate, strength, seed } = settings;
  const next = randomFrom(seed);
  const rows = examples.map(({ text }) => disclosureRow(text));
  const count = Object.groupBy(examples, ({ kind }) => kind);
  const weights = kinds.map(() => new Float32Array(disclosureWidth));
  const squares = kinds.map(() => new Float64Array(disclosureWidth).fill(1e-2));
  const base = kinds.map(() => 0);
  for (let round = 0; round < rounds; round++)
    for (const at of shuffled([...rows.keys()], next)) {
      const { places, values } = rows[at];
      const { kind } = examples[at];
      const sums = kinds.map((_, each) =>
        places.reduce(
          (sum, place, index) => sum + weights[each][place] * values[index],
          base[each],
        ),
      );
      const most = Math.max(...sums);
      const odds = sums.map((sum) => Math.exp(sum - most));
      const all = odds.reduce((sum, value) => sum + value, 0);
      const weight = Math.sqrt(examples.length / kinds.length / count[kind].length);
      for (const [each, name] of kinds.entries()) {
        const slope = (odds[each] / all - (name === kind ? 1 : 0)) * weight;
        if (Math.abs(slope) < 1e-4) continue;
        base[each] -= baseRate * slope;
        for (const [index, place] of places.entries()) {
          const step = slope * values[index] + strength * weights[each][place];
          squares[each][place] += step * step;
          weights[each][place] -= (rate * step) / Math.sqrt(squares[each][place]);
        }
      }
    }
  return { base, weights };
}

const privacyOf = (table, text) =>
  kindChances(table, text)
    .slice(0, privateFields.length)
    .reduce((sum, chance) => sum + chance, 0);

/** How well fits without a user's facts tell which of them are private. */
function report(facts, users) {
  const counts = { open: [0, 0], private: [0, 0] };
  for (let fold = 0; fold < 5; fold++) {
    const others = users.filter((user) => user.fold !== fold);
    const table = fitKinds(withUsers(facts, others), factKinds);
    for (const { text, needed, unwanted } of judged(users.filter((user) => user.fold === fold))) {
      const isPrivate = unwanted >= 3 && needed < 2;
      if (!isPrivate && unwanted > 0) continue;
      const count = counts[isPrivate ? 'private' : 'open'];
      count[1] += 1;
      if (privacyOf(table, text) >= 0.5 === isPrivate) count[0] += 1;
    }
  }
  for (const [name, [right, all]] of Object.entries(counts))
    console.log(`${name} facts of unseen users: ${right} of ${all} right`);
}
