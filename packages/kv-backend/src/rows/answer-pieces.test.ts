import type { Question, Row, Tables } from '@mneme/store/rows';
import { expect, it } from 'vitest';
import { answerPieces, ReceivedAnswers } from './answer-pieces.ts';

const tables = {
  notes: {
    columns: {
      id: { type: 'text', kept: 'plain' },
      at: { type: 'integer', kept: 'plain' },
      code: { type: 'bytes', kept: 'sealed' },
    },
    key: ['id'],
    indexes: {},
  },
} as const satisfies Tables;

const notes: Row[] = Array.from({ length: 2500 }, (_, at) => ({
  id: `${at}`,
  at: at % 7 === 0 ? null : at,
  code: at % 3 === 0 ? null : Uint8Array.from({ length: at % 5 }, () => at),
}));
const codes = notes.map(({ code = null, id = null }): Row => ({ code, id }));

it.each([
  ['none', []],
  ['none for one question', [[]]],
  ['few', [notes.slice(0, 3), [], codes.slice(5, 9)]],
  ['as many as a piece has', [notes.slice(0, 1000)]],
  ['many', [notes, codes, [], notes]],
])(
  'answers with rows, %s, come in pieces of at most 1,000 rows, and are whole at the end',
  (_, answers) => {
    const questions = answers.map((rows): Question => {
      const columns = rows[0] === undefined || 'at' in rows[0] ? undefined : ['code', 'id'];
      return { table: 'notes', is: [], columns };
    });
    const pieces = [...answerPieces(answers, { questions, tables })];
    const received = new ReceivedAnswers(questions, tables);
    for (const piece of pieces) received.add(structuredClone(piece));
    expect(received.answers).toEqual(answers);
    const rows = answers.flat().length;
    expect(pieces).toHaveLength(Math.max(1, Math.ceil(rows / 1000)));
    expect(pieces.map(({ isLast }) => isLast)).toEqual(
      pieces.map((_, at) => at === pieces.length - 1),
    );
    for (const { parts } of pieces)
      expect(parts.flatMap(({ rows: { cells } }) => cells).length).toBeLessThanOrEqual(3000);
  },
);
