import type { Question, Row, Tables } from '@mneme/store/rows';
import { columnsOf } from './columns-of.ts';
import { type PackedRows, packRows, unpackRows } from './pack-rows.ts';

/** Some of the answers to one read: rows of some of its questions. */
export interface AnswerPiece {
  parts: { question: number; rows: PackedRows }[];
  isLast: boolean;
}

/** What the receiving thread takes in a few milliseconds. */
const rowsAtOnce = 1000;

/** The answers in pieces: whoever receives a long one takes them one by one, and does other work in between. */
export function* answerPieces(
  answers: readonly Row[][],
  { questions, tables }: { questions: readonly Question[]; tables: Tables },
): Generator<AnswerPiece, undefined> {
  let left = answers.reduce((sum, { length }) => sum + length, 0);
  let parts: AnswerPiece['parts'] = [];
  let room = rowsAtOnce;
  for (const [question, rows] of answers.entries()) {
    const columns = columnsOf(questions[question] as Question, tables);
    for (let at = 0; at < rows.length; ) {
      const some = rows.slice(at, at + room);
      parts.push({ question, rows: packRows(some, columns) });
      at += some.length;
      room -= some.length;
      left -= some.length;
      if (room > 0 || left === 0) continue;
      yield { parts, isLast: false };
      parts = [];
      room = rowsAtOnce;
    }
  }
  yield { parts, isLast: true };
}

/** Puts the pieces together again. */
export class ReceivedAnswers {
  readonly #questions: readonly Question[];
  readonly #tables: Tables;
  readonly answers: Row[][];

  constructor(questions: readonly Question[], tables: Tables) {
    this.#questions = questions;
    this.#tables = tables;
    this.answers = questions.map(() => []);
  }

  add({ parts }: AnswerPiece): void {
    for (const { question, rows } of parts) {
      const columns = columnsOf(this.#questions[question] as Question, this.#tables);
      for (const row of unpackRows(rows, columns)) this.answers[question]?.push(row);
    }
  }
}
