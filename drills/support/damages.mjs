import { closeSync, existsSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

const pageSize = 4096;

/** Each damages the files of a memory: the file itself, its log (`-wal`) and the log's index (`-shm`). */
export const damages = {
  // Intact files, which must not be refused.
  nothing: () => {},
  'nothing, beside its log': () => {},
  'a byte flipped': (path, random) => flip(path, { random, count: 1 }),
  'bytes flipped': (path, random) => flip(path, { random, count: 20 }),
  'a bit flipped in a page in use': (path, random) => flipText(path, random),
  'the header changed': (path, random) => flip(path, { random, count: 1, below: 100 }),
  'a page zeroed': (path, random) =>
    change(path, (bytes) => {
      const page = Math.floor((random() * bytes.length) / pageSize);
      bytes.fill(0, page * pageSize, (page + 1) * pageSize);
    }),
  'two pages swapped': (path, random) =>
    change(path, (bytes) => {
      const page = () => 1 + Math.floor(random() * (bytes.length / pageSize - 1));
      const [one, other] = [page() * pageSize, page() * pageSize];
      const kept = Buffer.from(bytes.subarray(one, one + pageSize));
      bytes.copyWithin(one, other, other + pageSize);
      kept.copy(bytes, other);
    }),
  'cut off': (path, random) =>
    change(path, (bytes) => bytes.subarray(0, Math.floor(random() * bytes.length))),
  'cut off at a page': (path, random) =>
    change(path, (bytes) =>
      bytes.subarray(0, Math.floor((random() * bytes.length) / pageSize) * pageSize),
    ),
  'an old page put back': (path, random) =>
    change(path, (bytes) => {
      const old = readFileSync(`${path}-old`);
      const page = Math.floor((random() * Math.min(old.length, bytes.length)) / pageSize);
      old.copy(bytes, page * pageSize, page * pageSize, (page + 1) * pageSize);
    }),
  'a byte of the log flipped': (path, random) => flip(`${path}-wal`, { random, count: 1 }),
  'the log cut off': (path, random) =>
    change(`${path}-wal`, (bytes) => bytes.subarray(0, Math.floor(random() * bytes.length))),
  'the log gone': (path) => rmSync(`${path}-wal`),
  'the header of the log changed': (path, random) =>
    flip(`${path}-wal`, { random, count: 1, below: 32 }),
  'a byte of the log flipped, its index gone': (path, random) => {
    // It is unknown whether the last write was acknowledged.
    flip(`${path}-wal`, { random, count: 1, part: 0.8 });
    rmSync(`${path}-shm`, { force: true });
  },
  'the index of the log changed': (path, random) =>
    flip(`${path}-shm`, { random, count: 20, below: 200 }),
  'the index of the log gone': (path) => rmSync(`${path}-shm`, { force: true }),
};

export const ofTheLog = (name) => name.includes('log');

function change(path, work) {
  if (!existsSync(path)) closeSync(openSync(path, 'w'));
  const bytes = readFileSync(path);
  writeFileSync(path, work(bytes) ?? bytes);
}

function flip(path, { random, count, below = Number.POSITIVE_INFINITY, part = 1 }) {
  change(path, (bytes) => {
    for (let index = 0; index < count; index++) {
      const at = Math.floor(random() * Math.min(below, bytes.length * part));
      bytes[at] ^= 1 << Math.floor(random() * 8);
    }
  });
}

/** Most of a file is vectors and free space: this one changes a letter or digit in a text. */
function flipText(path, random) {
  change(path, (bytes) => {
    const isText = (at) => bytes[at] > 32 && bytes[at] < 127;
    for (let tries = 0; tries < 100_000; tries++) {
      const at = 200 + Math.floor(random() * (bytes.length - 300));
      if (![-2, -1, 0, 1, 2].every((step) => isText(at + step))) continue;
      bytes[at] ^= 1;
      return;
    }
  });
}
