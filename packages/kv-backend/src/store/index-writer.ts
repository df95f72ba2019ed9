import { crc32 } from 'node:zlib';
import {
  CodeBlock,
  codeRows,
  countWords,
  endOf,
  type Head,
  Heads,
  headRows,
  type QuantisedVector,
} from '@mneme/core/index';
import { type BlockTable, readBlock, writeBlock } from './blocks.ts';
import type { Connection } from './connection.ts';
import { rowRange, rowsPerScope } from './row-numbers.ts';
import { type IndexState, type ScopeRow, saveScope } from './scope-table.ts';
import { allSpaces, codesTable, type Space } from './spaces.ts';
import { buildRanges, changeRange } from './word-rows.ts';

export const headBlocks: BlockTable = { table: 'heads', rows: headRows };

export function codeBlocks({ table, embedder }: Space): BlockTable {
  return { table: codesTable(table), rows: codeRows(embedder.dimensions) };
}

/** Hash of a row's terms, as in its head. */
export function termsSum(terms: string): number {
  return crc32(terms);
}

/**
 * Changes of one transaction to the index of a scope, or of the passages of a document store. Rows are added one by
 * one, and {@link flush} writes each block once.
 */
export class IndexWriter {
  readonly #connection: Connection;
  readonly #scope: ScopeRow;
  readonly #state: IndexState;
  readonly #heads = new Map<number, Head | undefined>();
  readonly #codes = new Map<Space, Map<number, QuantisedVector | undefined>>();
  readonly #words = new Map<number, { before: string; after: string }>();

  constructor(connection: Connection, scope: ScopeRow) {
    this.#connection = connection;
    this.#scope = scope;
    this.#state = JSON.parse(scope.state) as IndexState;
  }

  /** Undefined: the row is removed. */
  setHead(row: number, head: Head | undefined): void {
    this.#heads.set(row, head);
  }

  setCode(row: number, space: Space, vector: QuantisedVector | undefined): void {
    const codes = this.#codes.get(space) ?? new Map<number, QuantisedVector | undefined>();
    this.#codes.set(space, codes.set(row, vector));
  }

  /** For a row whose terms have changed. New rows are read from their table when their range is full. */
  changeTerms(row: number, change: { before: string; after: string }): void {
    this.#words.set(row, change);
  }

  /** Writes all blocks, and the scope. `end`: the counter of its next row, if rows were added. */
  flush(end = 0): void {
    const scope = this.#scope;
    scope.revision += 1;
    this.#writeHeads();
    for (const [space, codes] of this.#codes) this.#writeCodes(space, codes);
    if (this.#changeWords()) this.#state.words = scope.revision;
    buildRanges(this.#connection, this.#state, { scope: scope.number, end });
    scope.state = JSON.stringify(this.#state);
    saveScope(this.#connection, scope);
  }

  #writeHeads(): void {
    for (const [block, rows] of inBlocks(this.#heads, headRows)) {
      const stored = readBlock(this.#connection, headBlocks, block);
      const heads = new Heads();
      heads.reserve(headRows);
      if (stored !== undefined) heads.read(stored.bytes, 0);
      for (const [row, head] of rows) heads.set(row % headRows, head ?? nothing);
      const bytes = heads.kind.every((kind) => kind === 0) ? new Uint8Array(0) : heads.write(0);
      this.#write(headBlocks, { block, bytes, before: stored?.sum });
    }
  }

  #writeCodes(space: Space, codes: ReadonlyMap<number, QuantisedVector | undefined>): void {
    const table = codeBlocks(space);
    for (const [block, rows] of inBlocks(codes, table.rows)) {
      const stored = readBlock(this.#connection, table, block);
      const changed = new CodeBlock(space.embedder.dimensions, stored?.bytes);
      for (const [row, vector] of rows) changed.set(row % table.rows, vector);
      this.#write(table, { block, bytes: changed.bytes, before: stored?.sum });
    }
  }

  #write(
    table: BlockTable,
    { before = 0, ...block }: { block: number; bytes: Uint8Array; before?: number },
  ): void {
    const { number: scope, revision: changed } = this.#scope;
    const after = writeBlock(this.#connection, table, { ...block, scope, changed });
    const { sums } = this.#state;
    sums[table.table] = ((sums[table.table] ?? 0) ^ before ^ after) >>> 0;
  }

  /** Whether a range was written. */
  #changeWords(): boolean {
    const first = this.#scope.number * rowsPerScope;
    const end = first + endOf(this.#state.ranges);
    const inRanges = [...this.#words].filter(([row]) => row < end);
    for (const [row, { before, after }] of inRanges)
      changeRange(this.#connection, this.#state, {
        scope: this.#scope.number,
        row: row - first,
        before: countWords(before),
        after: countWords(after),
      });
    return inRanges.length > 0;
  }
}

const nothing: Head = {
  kind: 0,
  importance: 0,
  length: 0,
  sum: 0,
  occurredAt: 0,
  expiresAt: 0,
  validTo: 0,
};

function inBlocks<Entry>(
  rows: ReadonlyMap<number, Entry>,
  size: number,
): Map<number, [number, Entry][]> {
  return Map.groupBy(rows, ([row]) => Math.floor(row / size));
}

/** Removes the whole index of a scope, or of the passages of a document store. */
export function removeIndex(connection: Connection, scope: number): void {
  const [first, last] = rowRange(scope);
  for (const { table } of allSpaces(connection.spaces)) {
    connection.statement(`DELETE FROM ${table} WHERE row BETWEEN ? AND ?`).run(first, last);
    connection.statement(`DELETE FROM ${codesTable(table)} WHERE scope = ?`).run(BigInt(scope));
  }
  connection.statement('DELETE FROM heads WHERE scope = ?').run(BigInt(scope));
  connection.statement('DELETE FROM words WHERE scope = ?').run(BigInt(scope));
}
