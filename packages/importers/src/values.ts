import { createHash } from 'node:crypto';
import { gate } from '@mneme/core/faces';
import { type Parse, parseMetadata, parseTime } from '@mneme/core/input';
import { boundedJson } from '@mneme/runtime';

/** A JSON object with unknown values. */
export type Fields = Readonly<Record<string, unknown>>;

/** An object that is not a list; for anything else, an empty one. */
export function fields(value: unknown): Fields {
  return isFields(value) ? value : {};
}

/** Whether it is an object and not a list. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The table's entry for a word of the source; undefined if it is not a word or has no entry. */
export function among<T>(table: Readonly<Record<string, T>>, word: unknown): T | undefined {
  return typeof word === 'string' && Object.hasOwn(table, word) ? table[word] : undefined;
}

/** A list; for anything else, an empty one. */
export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The texts of a list. */
export function texts(value: unknown): string[] {
  return list(value).filter((entry) => typeof entry === 'string');
}

/** Parses a text as JSON; undefined if it is invalid or too large. */
export function jsonOf(given: string): unknown {
  const read = boundedJson(given);
  return 'error' in read ? undefined : read.value;
}

/** A non-empty text that can be stored: without NUL and lone surrogates, which some exports have. */
export function text(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const clean = value.replaceAll('\0', '').toWellFormed().trim();
  return clean === '' ? undefined : clean;
}

const unseen = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{White_Space}/gu;
const longestName = 200;

/** A text or number as a name that a memory accepts: no invisible characters, limited length. */
export function name(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (typeof value !== 'string') return undefined;
  const clean = value.toWellFormed().replace(unseen, ' ').trim();
  if (clean === '') return undefined;
  return clean.length <= longestName ? clean : `${clean.slice(0, 100)}~${hash(clean)}`;
}

/** Makes ids for items without one. */
export function hash(...parts: readonly unknown[]): string {
  const digest = createHash('sha256').update(JSON.stringify(parts.map((part) => part ?? null)));
  return digest.digest('hex').slice(0, 32);
}

/** Like {@link hash}, for words. Secrets are removed first, because somebody with a hash could guess them. */
export function hashOfWords(...words: readonly (string | undefined)[]): string {
  return hash(...words.map((each) => each && gate({ content: each }, 'mask').value.content));
}

// A tag is found by its word, so surrounding punctuation is removed.
const notInTag = /\p{Cc}/gu;

/** Tags in the form that a memory accepts. */
export function tags(...values: readonly unknown[]): string[] | undefined {
  const found = values
    .flatMap((value) => (typeof value === 'string' ? value.split(',') : texts(value)))
    .map((tag) => tag.toWellFormed().replace(notInTag, ' ').trim().replace(/^#/, '').slice(0, 256))
    .filter((tag) => tag !== '' && tag.isWellFormed());
  return found.length === 0 ? undefined : [...new Set(found)].slice(0, 100);
}

/** Larger numbers are milliseconds: as seconds they would be after the year 5138. */
const largestSeconds = 100_000_000_000;

/**
 * A time of another program as ISO 8601 in UTC: seconds or milliseconds since 1970, or text, in UTC unless it names a
 * zone. Undefined if it is not a time.
 */
export function time(value: unknown): string | undefined {
  if (typeof value === 'number' && value > 0)
    return accepted(parseTime, new Date(value < largestSeconds ? value * 1000 : value));
  if (value instanceof Date) return accepted(parseTime, value);
  if (typeof value !== 'string') return undefined;
  const given = value.trim();
  if (/^\d+(?:\.\d+)?$/.test(given)) return given.length > 4 ? time(Number(given)) : undefined;
  return accepted(parseTime, given.replace(/([.,]\d{9})\d+/, '$1'));
}

/** The value as a memory accepts it; undefined if it does not. */
function accepted<T>(parse: Parse<T>, value: unknown): T | undefined {
  try {
    return parse(value, '');
  } catch {
    return undefined;
  }
}

/** Free JSON without empty values. If it is too large, only short plain values stay. */
export function metadata(values: Record<string, unknown>): Record<string, unknown> | undefined {
  const kept = Object.entries(values)
    .filter(([key, value]) => key !== '' && value !== undefined && value !== null && value !== '')
    .map(([key, value]): [string, unknown] => [key.replace(/^source\./, 'source_'), value]);
  const short = kept.filter(([key, value]) => key.length <= 64 && isShort(value)).slice(0, 40);
  return (
    accepted(parseMetadata, Object.fromEntries(kept)) ??
    accepted(parseMetadata, Object.fromEntries(short))
  );
}

function isShort(value: unknown): boolean {
  return typeof value === 'string' ? value.length <= 256 : typeof value !== 'object';
}
