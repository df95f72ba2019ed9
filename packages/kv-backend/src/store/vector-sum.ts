import { crc32 } from 'node:zlib';

/** By which a vector that was changed on the disk is told. Takes its numbers, or their bytes as the file has them. */
export function vectorSum(vector: Float32Array | Uint8Array): number {
  return crc32(new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength));
}
