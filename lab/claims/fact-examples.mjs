/** The parts of labelled turns, as the tagger of facts sees them. */

import { partFeatures, readTurn } from '../../packages/language/src/extract/part-features.ts';
import { askedToRemember, readTalk } from '../../packages/language/src/talk/index.ts';
import { isUser } from '../../packages/language/src/text/index.ts';

/** Whether a text has all words of a fact. */
export const holds = (text, words) => {
  const lower = text.toLowerCase();
  return words.every((word) => lower.includes(word.toLowerCase()));
};

/** What is left of a turn for the tables: the speaker's own words, without what he asks to remember (`asked`). */
export function ownText({ content, speaker }) {
  const [{ own }] = readTalk([{ content, speaker, occurredAt: '2026-01-01T00:00:00.000Z' }]);
  return askedToRemember(own);
}

/** `label`: 1 if a part has all words of a fact, 0.5 if it has some and no part has all. */
export function factExamples(turns) {
  return turns.flatMap((turn, index) => {
    const read = readTurn(ownText(turn).rest, { toAssistant: isUser(turn.speaker) });
    return read.parts.map((text, place) => ({
      ...{ turn, index, text, place, parts: read.parts },
      ...partFeatures(read, place),
      label: labelOf(turn, { text, parts: read.parts }),
    }));
  });
}

function labelOf({ facts }, { text, parts }) {
  if (facts.some(({ words }) => holds(text, words))) return 1;
  const some = facts.some(
    ({ words }) =>
      words.some((word) => holds(text, [word])) && !parts.some((part) => holds(part, words)),
  );
  return some ? 0.5 : 0;
}
