import { assertDimensions, type EmbedderIdentity } from '@mneme/core/backend';
import type { Cell, Row } from '../rows/rows.ts';
import type { Code } from './codes.ts';
import { quantise, restore } from './quantise.ts';

/** Columns of a vector. Rejects one whose length is not that of the embedder. Both are empty for a vector of zeros. */
export function vectorColumns(
  vector: Float32Array,
  embedder: EmbedderIdentity,
): { code: Uint8Array; rest: Uint8Array } {
  assertDimensions(vector, embedder);
  const quantised = quantise(vector);
  if (quantised === undefined) return { code: new Uint8Array(0), rest: new Uint8Array(0) };
  const { scale, code, rest } = quantised;
  const bytes = new Uint8Array(scaleBytes + code.length);
  new DataView(bytes.buffer).setFloat32(0, scale, true);
  bytes.set(new Uint8Array(code.buffer, code.byteOffset, code.length), scaleBytes);
  return { code: bytes, rest };
}

/** Of the column `code`. Undefined: a vector of zeros, or none. */
export function readCode(bytes: Cell | undefined): Code | undefined {
  if (!(bytes instanceof Uint8Array) || bytes.length === 0) return undefined;
  const { buffer, byteOffset } = bytes;
  return {
    scale: new DataView(buffer, byteOffset).getFloat32(0, true),
    code: new Int8Array(buffer, byteOffset + scaleBytes, bytes.length - scaleBytes),
  };
}

/** Of the columns `code` and `rest`. */
export function readVector({ code, rest }: Row, { dimensions }: EmbedderIdentity): Float32Array {
  const known = readCode(code);
  return known === undefined
    ? new Float32Array(dimensions)
    : restore({ ...known, rest: rest as Uint8Array });
}

const scaleBytes = 4;
