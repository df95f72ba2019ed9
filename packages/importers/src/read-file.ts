import { isUtf8 } from 'node:buffer';
import { MnemeError } from '@mneme/core';
import { boundedJson, firstBytes, readJsonLines } from '@mneme/runtime';
import { broken, type Imported, type Item, placed } from './imported.ts';
import type { Source, SourceFile } from './sources/source.ts';
import { splitJson } from './split-json.ts';
import { type Fields, isFields } from './values.ts';

const mebibyte = 1024 * 1024;
/** Maximum sizes of a file that is read as one text: nothing else happens in the process meanwhile. */
const maxTextBytes = 4 * mebibyte;
const maxJsonBytes = 32 * mebibyte;

/** The items of a whole file as text, without its byte order mark; a problem if it is not UTF-8 or too long. */
export async function* eachText(
  file: SourceFile,
  read: (content: string) => Iterable<Imported>,
  { maxBytes = maxTextBytes }: { maxBytes?: number } = {},
): AsyncGenerator<Imported> {
  const bytes = await firstBytes(file.open(), maxBytes + 1);
  const problem = (what: string) => placed(file.name, [broken(what)]);
  if (bytes.length > maxBytes) return yield* problem(`has more than ${maxBytes} bytes`);
  let content: string;
  try {
    content = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return yield* problem('is not valid UTF-8');
  }
  yield* read(content);
}

/** The items of a whole file as JSON. */
export function eachJson(
  file: SourceFile,
  read: (value: unknown) => Iterable<Imported>,
): AsyncGenerator<Imported> {
  const readJson = (content: string) => {
    const json = boundedJson(content);
    return 'error' in json ? placed(file.name, [broken(json.error)]) : read(json.value);
  };
  return eachText(file, readJson, { maxBytes: maxJsonBytes });
}

/**
 * The items of each part of a JSON document; `key` names the list that it is in. `listsOnly`: other members of the
 * document are ignored. `named`: a place has the name of its list.
 */
export async function* eachPart(
  file: SourceFile,
  read: (value: unknown, key?: string) => Iterable<Item>,
  { listsOnly = false, named = false }: { listsOnly?: boolean; named?: boolean } = {},
): AsyncGenerator<Imported> {
  for await (const { key, index, value, error } of splitJson(file.open())) {
    if (listsOnly && index === undefined && error === undefined) continue;
    const at = `${file.name}, ${named ? (key ?? '') : 'item'} ${(index ?? 0) + 1}`;
    yield* placed(at, error === undefined ? read(value, key) : [broken(error)]);
  }
}

/**
 * The items of each conversation of a file: of its list, of the lists in its object, or the object itself if it is one
 * (`isOne`), as programs save a single conversation.
 */
export async function* eachConversation(
  file: SourceFile,
  { isOne, read }: { isOne(value: Fields): boolean; read(value: Fields): Iterable<Item> },
): AsyncGenerator<Imported> {
  const { whole, text } = await held(file, { unless: '[' });
  const json = text === undefined ? undefined : boundedJson(text);
  if (json !== undefined && 'value' in json && isFields(json.value) && isOne(json.value))
    return yield* placed(file.name, read(json.value));
  yield* eachPart(whole, (value) => ofObject(value, read));
}

/** The items of each value of a file: one a line, several in a line, or in one list. */
export async function* eachValue(
  file: SourceFile,
  read: (value: unknown) => Iterable<Item>,
): AsyncGenerator<Imported> {
  const { whole, text } = await held(file);
  if (text === undefined) return yield* eachLine(whole, read);
  if (text.trimStart().startsWith('[') && !('error' in boundedJson(text)))
    return yield* eachPart(whole, read);
  for (const [index, line] of text.split('\n').entries())
    for (const json of valuesIn(line))
      yield* placed(`line ${index + 1}`, 'error' in json ? [broken(json.error)] : read(json.value));
}

/** The values of a line, one behind the other. If it is not made of such, its own error. */
function valuesIn(line: string): ReturnType<typeof boundedJson>[] {
  if (line.trim() === '') return [];
  const whole = boundedJson(line);
  if (!('error' in whole)) return [whole];
  const values: ReturnType<typeof boundedJson>[] = [];
  let [from, depth] = [0, 0];
  let inString = false;
  for (let at = 0; at < line.length; at++) {
    const sign = line[at];
    if (inString) {
      if (sign === '\\') at += 1;
      else if (sign === '"') inString = false;
    } else if (sign === '"') inString = true;
    else if (sign === '{' || sign === '[') depth += 1;
    else if (sign === '}' || sign === ']') depth -= 1;
    if (depth > 0 || inString || (sign !== '}' && sign !== ']')) continue;
    const value = boundedJson(line.slice(from, at + 1));
    if ('error' in value) return [whole];
    values.push(value);
    from = at + 1;
  }
  return line.slice(from).trim() === '' ? values : [whole];
}

/**
 * A file with its text, if that is short enough to be read at once and does not begin with `unless`. The text is UTF-8
 * without a byte order mark.
 */
async function held(
  file: SourceFile,
  { unless }: { unless?: string } = {},
): Promise<{ whole: SourceFile; text?: string }> {
  const stream = file.open()[Symbol.asyncIterator]();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  let begun = '';
  while (bytes <= maxJsonBytes && (unless === undefined || begun !== unless)) {
    const { done, value } = await stream.next();
    if (done) {
      const all = Buffer.concat(chunks);
      const open = async function* () {
        yield all;
      };
      return {
        whole: { ...file, open },
        ...(isUtf8(all) && { text: new TextDecoder().decode(all) }),
      };
    }
    // A stream may reuse its chunk.
    chunks.push(new Uint8Array(value));
    bytes += value.length;
    if (begun === '')
      begun = Buffer.from(value)
        .toString()
        .replace(/^\uFEFF/, '')
        .trim()
        .charAt(0);
  }
  const open = async function* () {
    yield* chunks;
    yield* { [Symbol.asyncIterator]: () => stream };
  };
  return { whole: { ...file, open } };
}

/** The items of an object; another value is a problem. */
export function ofObject(value: unknown, read: (value: Fields) => Iterable<Item>): Iterable<Item> {
  return isFields(value) ? read(value) : [broken('is not an object')];
}

/** The items of each line of a file. `before` is put before each place. */
export async function* eachLine(
  file: SourceFile,
  read: (value: unknown) => Iterable<Item>,
  before = '',
): AsyncGenerator<Imported> {
  for await (const entry of readJsonLines(file.open()))
    yield* placed(
      `${before}line ${entry.line}`,
      'error' in entry ? [broken(entry.error)] : read(entry.value),
    );
}

/** Whether a file of an export has its conversations. A file that is given alone may have any name. */
export function hasConversations({ name }: SourceFile, { kind }: Source): boolean {
  const isNamed = /(?:^|\/)conversations(?:-\d+)?\.json$/i.test(name);
  return isNamed || kind === 'file' || kind === 'stream';
}

/** The file of a source that must be one file. */
export async function onlyFile(source: Source): Promise<SourceFile> {
  for await (const file of source.files()) return file;
  throw new MnemeError('invalid_input', 'file contains nothing that can be imported', {
    field: 'file',
  });
}
