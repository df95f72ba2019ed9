import { readFileSync } from 'node:fs';

/** A turn that a rule is tried on: on Wednesday, 4 March 2026. */
const occurredAt = '2026-03-04T10:00:00.000Z';

/**
 * The turns of a set: `turns` in two halves, of which one was tuned on; `later` and `last` were written when the rules were
 * there. A line is `TEXT => KIND:WORD WORD; …`; `?` stands before facts that are right to take, and not asked for.
 */
export function turnsOf(set) {
  return ['en', 'zh'].flatMap((language) =>
    readFileSync(new URL(`./${set}-${language}.txt`, import.meta.url), 'utf8')
      .trim()
      .split('\n')
      .map((line) => read(line, language)),
  );
}

function read(line, language) {
  const [text, labels = ''] = line.split(/ => /);
  const entries = labels
    .split(';')
    .filter((label) => label.trim() !== '')
    .map((label) => {
      const [, optional, kind, words] = /^\s*(\??)(\w+):(.+)$/.exec(label);
      return { kind, words: words.trim().split(' '), asked: optional === '' };
    });
  return { text, language, entries, half: halfOf(text) };
}

/** What an extractor takes of them: right where an entry has its kind and all its words. */
export function measure(turns, extractor) {
  const wrong = [];
  const missed = [];
  let taken = 0;
  let asked = 0;
  for (const { text, entries, language } of turns) {
    const speaker = language === 'en' ? 'Ada' : '小林';
    const turn = { id: 'turn', content: text, speaker, occurredAt };
    const { facts } = extractor.extract({ turns: [turn], known: [] }, {});
    const fits = ({ kind, words }, { tags, content }) =>
      tags[0] === kind && words.every((word) => content.includes(word));
    taken += facts.length;
    for (const fact of facts)
      if (!entries.some((entry) => fits(entry, fact))) wrong.push({ text, content: fact.content });
    for (const entry of entries.filter((one) => one.asked)) {
      asked++;
      if (!facts.some((fact) => fits(entry, fact))) missed.push({ text, kind: entry.kind });
    }
  }
  const precision = (taken - wrong.length) / taken;
  return { taken, asked, wrong, missed, precision, coverage: (asked - missed.length) / asked };
}

/** By a hash of the text (FNV-1a). */
function halfOf(text) {
  let hash = 2166136261;
  for (const character of text) hash = Math.imul(hash ^ character.charCodeAt(0), 16777619) >>> 0;
  return ((hash >>> 7) & 1) === 1 ? 1 : 2;
}
