import { fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { endianness } from 'node:os';

/**
 * SQLite treats a damaged write-ahead log like one that a power cut has truncated, and ignores the rest: acknowledged
 * writes would silently be lost. So this reads the log before SQLite does. The log's index (`-shm`) says up to which
 * frame writes were acknowledged; without it, a write followed by another one was. Whether the last write in a damaged
 * log without an index was acknowledged is unknown. The index file also has SQLite's locks, so handles opened to read
 * it go to `handles`: see `file-handles.ts`. Formats: https://sqlite.org/walformat.html
 */
export function logProblem(path: string, handles: number[]): string | undefined {
  for (let attempt = 0; attempt < 3; attempt++) {
    const index = readIndex(`${path}-shm`, handles);
    const problem = problemOf(`${path}-wal`, index);
    if (problem === undefined) return undefined;
    // Another process may have changed both in between.
    const now = readIndex(`${path}-shm`, handles);
    const same = index === undefined ? now === undefined : now?.bytes.equals(index.bytes) === true;
    if (same) return `the log of ${path}, ${problem},`;
  }
  return undefined;
}

interface LogIndex {
  bytes: Buffer;
  /** The last frame of the last write that was acknowledged. */
  lastFrame: number;
  /** The frames up to this one are already in the file. */
  inFile: number;
  salts: Buffer;
}

const headerBytes = 32;
const frameHeaderBytes = 24;
const little = endianness() === 'LE';

/** Undefined if there is no readable index. */
function readIndex(path: string, handles: number[]): LogIndex | undefined {
  const bytes = firstBytes(path, 136, handles);
  if (bytes === undefined || bytes.length < 136) return undefined;
  const header = bytes.subarray(0, 48);
  const number = (at: number) => (little ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at));
  if (!header.equals(bytes.subarray(48, 96)) || bytes[12] !== 1) return undefined;
  const [one, other] = sum(header.subarray(0, 40), [0, 0], little);
  if (number(40) !== one || number(44) !== other) return undefined;
  return {
    bytes: Buffer.concat([header, bytes.subarray(96, 100)]),
    lastFrame: number(16),
    inFile: number(96),
    salts: bytes.subarray(32, 40),
  };
}

function problemOf(path: string, index: LogIndex | undefined): string | undefined {
  const needed = index === undefined || index.inFile >= index.lastFrame ? 0 : index.lastFrame;
  const log = readWhole(path);
  if (index !== undefined && needed === 0) return undefined;
  if (log === undefined || log.length <= headerBytes)
    return needed > 0 ? 'in which acknowledged writes were, and which is missing' : undefined;
  const header = headerOf(log);
  if (header === undefined)
    return log.every((byte) => byte === 0) ? undefined : 'whose beginning is not what was written';
  const frames = [...framesOf(log, header)];
  const firstBad = frames.findIndex(({ good }) => !good);
  const good = firstBad < 0 ? frames.length : firstBad;
  const problem = 'in which acknowledged writes are not what was written';
  if (index !== undefined)
    return index.salts.equals(header.salts) && good >= needed ? undefined : problem;
  if (firstBad < 0) return undefined;
  const behind = frames.slice(firstBad);
  const commits = behind.filter(({ follows, commits }) => follows && commits).length;
  return commits > (behind[0]?.commits ? 0 : 1) ? problem : undefined;
}

interface LogHeader {
  pageBytes: number;
  salts: Buffer;
  sums: Sums;
  little: boolean;
}

type Sums = readonly [number, number];

function headerOf(log: Buffer): LogHeader | undefined {
  const magic = log.readUInt32BE(0);
  const littleSums = magic === 0x377f0682;
  if (!littleSums && magic !== 0x377f0683) return undefined;
  const sums = sum(log.subarray(0, 24), [0, 0], littleSums);
  if (sums[0] !== log.readUInt32BE(24) || sums[1] !== log.readUInt32BE(28)) return undefined;
  const pageBytes = log.readUInt32BE(8);
  return { pageBytes, salts: log.subarray(16, 24), sums, little: littleSums };
}

/**
 * All frames of this generation of the log. `good`: this and all before it are as written; `follows`: this one matches
 * the checksum of the frame before; `commits`: a write ends with it.
 */
function* framesOf(
  log: Buffer,
  { pageBytes, salts, sums, little: littleSums }: LogHeader,
): Generator<{ good: boolean; follows: boolean; commits: boolean }> {
  let good = true;
  let before: Sums = sums;
  const step = frameHeaderBytes + pageBytes;
  for (let at = headerBytes; at + step <= log.length; at += step) {
    const said: Sums = [log.readUInt32BE(at + 16), log.readUInt32BE(at + 20)];
    const sameLog = log.subarray(at + 8, at + 16).equals(salts);
    // Frames after the end, left by an earlier generation.
    if (!sameLog && good && !log.subarray(at + step + 8, at + step + 16).equals(salts)) return;
    const head = sum(log.subarray(at, at + 8), before, littleSums);
    const is = sum(log.subarray(at + frameHeaderBytes, at + step), head, littleSums);
    const follows = sameLog && is[0] === said[0] && is[1] === said[1];
    good &&= follows;
    yield { good, follows, commits: sameLog && log.readUInt32BE(at + 4) !== 0 };
    before = said;
  }
}

function sum(bytes: Buffer, [first, second]: Sums, littleEndian: boolean): Sums {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let one = first;
  let other = second;
  for (let at = 0; at < bytes.length; at += 8) {
    one = (one + view.getUint32(at, littleEndian) + other) >>> 0;
    other = (other + view.getUint32(at + 4, littleEndian) + one) >>> 0;
  }
  return [one, other];
}

export function firstBytes(path: string, count: number, handles: number[]): Buffer | undefined {
  return quietly(() => {
    const file = openSync(path, 'r');
    handles.push(file);
    const bytes = Buffer.alloc(Math.min(count, fstatSync(file).size));
    return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, 0));
  });
}

/** Whether a file is encrypted, or empty. */
export function isSealed(path: string, handles: number[]): boolean {
  return firstBytes(path, 16, handles)?.toString('latin1') !== 'SQLite format 3\0';
}

function readWhole(path: string): Buffer | undefined {
  return quietly(() => readFileSync(path));
}

/** Skips missing files, and files that others lock, as on Windows: SQLite handles both. */
function quietly<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (['ENOENT', 'EBUSY', 'EACCES', 'EPERM'].includes(code)) return undefined;
    throw error;
  }
}
