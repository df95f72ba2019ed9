import { assertDimensions, type EmbedderIdentity } from '@mneme/core/contract';
import { type Code, quantise, restore } from '@mneme/core/index';

const scaleBytes = 4;

/** A vector as two columns, in the text form of bytea: its scale with its code, and what the code leaves out. */
export function vectorColumns(
  vector: Float32Array,
  embedder: EmbedderIdentity,
): { code: string; rest: string } {
  assertDimensions(vector, embedder);
  const quantised = quantise(vector);
  if (quantised === undefined) return { code: '\\x', rest: '\\x' };
  const code = Buffer.alloc(scaleBytes + quantised.code.length);
  code.writeFloatLE(quantised.scale);
  code.set(new Uint8Array(quantised.code.buffer), scaleBytes);
  return { code: hex(code), rest: hex(Buffer.from(quantised.rest)) };
}

/** Undefined: there is none, or it is of zeros. */
export function readCode(bytes: Uint8Array | null): Code | undefined {
  if (bytes === null || bytes.length === 0) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return {
    scale: view.getFloat32(0, true),
    code: new Int8Array(bytes.buffer, bytes.byteOffset + scaleBytes, bytes.length - scaleBytes),
  };
}

/** The columns that a vector lies in. */
export interface VectorRow {
  code: Uint8Array;
  rest: Uint8Array;
}

export function readVector(
  { code: bytes, rest }: VectorRow,
  { dimensions }: EmbedderIdentity,
): Float32Array {
  const code = readCode(bytes);
  return code === undefined ? new Float32Array(dimensions) : restore({ ...code, rest });
}

function hex(bytes: Buffer): string {
  return `\\x${bytes.toString('hex')}`;
}
