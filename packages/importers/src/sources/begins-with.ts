import { open } from 'node:fs/promises';

/** Whether a file begins with these bytes; false if it is shorter. */
export async function beginsWith(path: string, mark: Uint8Array): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(mark.length), 0, mark.length, 0);
    return buffer.equals(mark);
  } finally {
    await file.close();
  }
}
