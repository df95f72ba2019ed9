import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readLines } from '../frame.mjs';

export const ownData = fileURLToPath(new URL('./data/', import.meta.url));

/** All lines of a kind (`pairs`, `turns`) in a folder, each with its file, author and style. */
export function readData(kind, folder = ownData) {
  const name = new RegExp(`^(\\w+)-${kind}(?:-(\\w+))?\\.jsonl$`);
  return readdirSync(folder)
    .filter((file) => name.test(file))
    .sort()
    .flatMap((file) =>
      readLines(join(folder, file)).map((line) => ({
        ...line,
        file: file.replace('.jsonl', ''),
        author: name.exec(file)[2] ?? '1',
        style: styleOf(line.older ?? line.content),
      })),
    );
}

/** The subject, according to the beginning: a record about the user, the speaker himself, or a note. */
function styleOf(text) {
  if (/^(?:the )?user\b|^用[户戶]/i.test(text)) return 'record';
  if (/^(?:i|my|we|our|i'm|i've)\b|^[我咱俺]/i.test(text)) return 'first person';
  return 'note';
}

/** English, Chinese, or one of the ten others. */
export const groupOf = ({ lang }) => (lang === 'en' || lang === 'zh' ? lang : 'others');
