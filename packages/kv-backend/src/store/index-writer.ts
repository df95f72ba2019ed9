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

/** A block with changes, and the checksum that it has in the file: 0 if it is new. */
interface Changed<Content> {
  content: Content;
  before: number;
}

/**
 * Changes of one transaction to the index of a scope, or of the passages of a document store. Rows are added one by
 * one, and {@link flush} writes each block once.
 */
export class IndexWriter {
  readonly #connection: Connection;
  readonly #scope: ScopeRow;
  readonly #state: IndexState;
  /** The changed blocks, by their number. */
  readonly #heads = new Map<number, Changed<Heads>>();
  readonly #codes = new Map<Space, Map<number, Changed<CodeBlock>>>();
  readonly #words = new Map<number, { before: string; after: string }>();

  constructor(connection: Connection, scope: ScopeRow) {
    this.#connection = connection;
    this.#scope = scope;
    this.#state = JSON.parse(scope.state) as IndexState;
  }

  /** Undefined: the row is removed. */
  setHead(row: number, head: Head = nothing): void {
    const number = Math.floor(row / headRows);
    let block = this.#heads.get(number);
    if (block === undefined) {
      const stored = readBlock(this.#connection, headBlocks, number);
      block = { content: new Heads(), before: stored?.sum ?? 0 };
      block.content.reserve(headRows);
      if (stored !== undefined) block.content.read(stored.bytes, 0);
      this.#heads.set(number, block);
    }
    block.content.set(row % headRows, head);
  }

  /** Copies the vector. */
  setCode(row: number, space: Space, vector: QuantisedVector | undefined): void {
    const table = codeBlocks(space);
    const number = Math.floor(row / table.rows);
    let blocks = this.#codes.get(space);
    if (blocks === undefined) {
      blocks = new Map();
      this.#codes.set(space, blocks);
    }
    let block = blocks.get(number);
    if (block === undefined) {
      const stored = readBlock(this.#connection, table, number);
      const content = new CodeBlock(space.embedder.dimensions, stored?.bytes);
      block = { content, before: stored?.sum ?? 0 };
      blocks.set(number, block);
    }
    block.content.set(row % table.rows, vector);
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
    for (const [space, blocks] of this.#codes)
      for (const [block, { content, before }] of blocks)
        this.#write(codeBlocks(space), { block, bytes: content.bytes, before });
    if (this.#changeWords()) this.#state.words = scope.revision;
    buildRanges(this.#connection, this.#state, { scope: scope.number, end });
    scope.state = JSON.stringify(this.#state);
    saveScope(this.#connection, scope);
  }

  #writeHeads(): void {
    for (const [block, { content, before }] of this.#heads) {
      const isEmpty = content.kind.every((kind) => kind === 0);
      const bytes = isEmpty ? new Uint8Array(0) : content.write(0);
      this.#write(headBlocks, { block, bytes, before });
    }
  }

  #write(
    table: BlockTable,
    { before, ...block }: { block: number; bytes: Uint8Array; before: number },
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
