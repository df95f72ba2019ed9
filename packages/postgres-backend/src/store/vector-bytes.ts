import { assertDimensions, type EmbedderIdentity } from '@mneme/core/contract';
import { type Code, quantise, quantisedMemory, restore } from '@mneme/core/index';

const scaleBytes = 4;

/** A vector as two columns: its scale with its code, and the rest. */
export function vectorColumns(vector: Float32Array, embedder: EmbedderIdentity): VectorColumns {
  assertDimensions(vector, embedder);
  const quantised = quantise(vector);
  if (quantised === undefined) return { code: new Uint8Array(), rest: new Uint8Array() };
  const code = Buffer.alloc(scaleBytes + quantised.code.length);
  code.writeFloatLE(quantised.scale);
  const { buffer, byteOffset, length } = quantised.code;
  code.set(new Uint8Array(buffer, byteOffset, length), scaleBytes);
  return { code, rest: quantised.rest };
}

/** Undefined: there is none, or it is all zeros. */
export function readCode(bytes: Uint8Array | null): Code | undefined {
  if (bytes === null || bytes.length === 0) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return {
    scale: view.getFloat32(0, true),
    code: new Int8Array(bytes.buffer, bytes.byteOffset + scaleBytes, bytes.length - scaleBytes),
  };
}

/** The two columns of a vector. */
export interface VectorColumns {
  code: Uint8Array;
  rest: Uint8Array;
}

/** Whether columns, those that were read, have the lengths that they were written with. */
export function isWhole(
  { code, rest }: { code?: Uint8Array | null; rest?: Uint8Array | null },
  embedder: EmbedderIdentity | undefined,
): boolean {
  const dimensions = embedder?.dimensions ?? 0;
  const isLong = (bytes: Uint8Array | null | undefined, length: number) =>
    !bytes || bytes.length === 0 || bytes.length === length;
  return (
    isLong(code, scaleBytes + dimensions) && isLong(rest, quantisedMemory(dimensions).rest.length)
  );
}

export function readVector(columns: VectorColumns, { dimensions }: EmbedderIdentity): Float32Array {
  const code = readCode(columns.code);
  return code === undefined
    ? new Float32Array(dimensions)
    : restore({ ...code, rest: columns.rest });
}
