import { crc32 } from 'node:zlib';

const sumBytes = 4;

/** The bytes followed by a checksum. `key` identifies the block, so that a block in the wrong place is noticed too. */
export function withSum(bytes: Uint8Array, key: string): Uint8Array {
  const block = new Uint8Array(bytes.length + sumBytes);
  block.set(bytes);
  new DataView(block.buffer).setUint32(bytes.length, crc32(bytes, crc32(key)));
  return block;
}

/** The bytes without their checksum; undefined if they are not what was written under this key. */
export function checkedBytes(block: Uint8Array, key: string): Uint8Array | undefined {
  const bytes = block.subarray(0, Math.max(0, block.length - sumBytes));
  return block.length >= sumBytes && crc32(bytes, crc32(key)) === sumOf(block) ? bytes : undefined;
}

/** Checksum of a block. The XOR of all checksums of an index shows a block that is missing or out of date. */
export function sumOf(block: Uint8Array): number {
  if (block.length < sumBytes) return 0;
  return new DataView(block.buffer, block.byteOffset).getUint32(block.length - sumBytes);
}
