import { MnemeError } from '@mneme/core';
import { boundedJson, firstBytes, readJsonLines } from '@mneme/runtime';
import { broken, type Imported } from './imported.ts';
import type { Source, SourceFile } from './sources/source.ts';
import { splitJson } from './split-json.ts';
import { type Fields, isFields } from './values.ts';

/** Maximum size of a file that is read as one text. */
const maxBytes = 64 * 1024 * 1024;

/**
 * A whole file as text, without its byte order mark. Undefined if it is not UTF-8 or too long: the caller reports it
 * and goes on.
 */
export async function readText(file: SourceFile): Promise<string | { problem: string }> {
  const bytes = await firstBytes(file.open(), maxBytes + 1);
  if (bytes.length > maxBytes) return { problem: `has more than ${maxBytes} bytes` };
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return { problem: 'is not valid UTF-8' };
  }
}

/** A whole file as JSON. */
export async function readJson(
  file: SourceFile,
): Promise<{ value: unknown } | { problem: string }> {
  const content = await readText(file);
  if (typeof content !== 'string') return content;
  const read = boundedJson(content);
  return 'error' in read ? { problem: read.error } : read;
}

/** Makes items of one object of a file. `key` names the list that it is in. */
type ReadObject = (
  value: Fields,
  place: { at: string; key: string | undefined },
) => Iterable<Imported>;

/**
 * The items of each object in a JSON document, part by part; another value is a problem. `listsOnly`: other members
 * of the document are ignored. `named`: a place has the name of its list.
 */
export async function* eachPart(
  file: SourceFile,
  read: ReadObject,
  { listsOnly = false, named = false }: { listsOnly?: boolean; named?: boolean } = {},
): AsyncGenerator<Imported> {
  for await (const { key, index, value, error } of splitJson(file.open())) {
    if (listsOnly && index === undefined && error === undefined) continue;
    const at = `${file.name}, ${named ? (key ?? '') : 'item'} ${(index ?? 0) + 1}`;
    if (error !== undefined || !isFields(value)) yield broken(at, error ?? 'is no object');
    else yield* read(value, { at, key });
  }
}

/** The items of each line of the only file; another value than an object is a problem. */
export async function* eachLine(source: Source, read: ReadObject): AsyncGenerator<Imported> {
  const file = await onlyFile(source.files());
  for await (const entry of readJsonLines(file.open())) {
    const at = `line ${entry.line}`;
    if ('error' in entry) yield broken(at, entry.error);
    else if (!isFields(entry.value)) yield broken(at, 'is no object');
    else yield* read(entry.value, { at, key: undefined });
  }
}

/** The only file of a source that must be one file. */
export async function onlyFile(files: AsyncIterable<SourceFile>): Promise<SourceFile> {
  for await (const file of files) return file;
  throw new MnemeError('invalid_input', 'file contains nothing that can be imported', {
    field: 'file',
  });
}
