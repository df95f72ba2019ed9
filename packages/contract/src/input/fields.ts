import { closest, distance } from 'fastest-levenshtein';
import { isUuid } from '../ids/index.ts';
import {
  type Backend,
  type BackendWithDocuments,
  type Importance,
  keepsDocuments,
  type MemoryCategory,
  MnemeError,
  memoryCategories,
} from '../interfaces/index.ts';

/**
 * Checks of single values at the engine's entrance. Each returns the value in its exact form, or throws `invalid_input`
 * with a message that names field, value and fix. Messages never show content.
 */

/** Checks one value. Returns it in its exact form, or throws `invalid_input` that names the field. */
export type Parse<T> = (value: unknown, field: string) => T;

/** For a value that is checked later, or by somebody else. */
export function asGiven<T>(): Parse<T> {
  return (value) => value as T;
}

/** `problem` follows the name: `is 9: give an integer from 1 to 5`. */
export function invalid(field: string, problem: string, advice?: string): MnemeError {
  return new MnemeError('invalid_input', [
    advice === undefined ? { field, problem } : { field, problem, advice },
  ]);
}

const mostShown = 60;

/** A value for a message: short, on one line. Reads no more of it than it shows. */
export function show(value: unknown): string {
  if (value === undefined) return 'missing';
  let text: string;
  try {
    text = written(value, mostShown + 1);
  } catch {
    text = 'a value that cannot be read';
  }
  return text.length > mostShown ? `${text.slice(0, mostShown - 3)}…` : text;
}

/** As JSON, until the length is used up: each level and member uses some, so cycles and depth end too. */
function written(value: unknown, room: number): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, room));
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'function') return 'a function';
  if (typeof value !== 'object' || value === null) return String(value);
  if (value instanceof Date) return JSON.stringify(value);
  const list = Array.isArray(value);
  let text = '';
  for (const key of list ? Array(Math.min(value.length, room)).keys() : Object.keys(value)) {
    if (text.length >= room) break;
    const name = list ? '' : `${JSON.stringify(String(key).slice(0, room))}:`;
    const left = room - text.length - name.length - 2;
    const member = (value as Record<PropertyKey, unknown>)[key];
    text += `${text === '' ? '' : ','}${name}${left > 0 ? written(member, left) : ''}`;
  }
  return list ? `[${text}]` : `{${text}}`;
}

/** Any object except an array. */
export function parseObject(value: unknown, field: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || isList(value)) {
    throw invalid(field, `is ${show(value)}: give an object`);
  }
  return value as Record<string, unknown>;
}

/** A list. A revoked proxy is not one, and throws no error here. */
export function isList(value: unknown): value is unknown[] {
  try {
    return Array.isArray(value);
  } catch {
    return false;
  }
}

/** Well-formed Unicode without NUL. */
export function parseText(value: unknown, field: string): string {
  if (typeof value !== 'string') {
    throw invalid(
      field,
      `is ${value === undefined ? 'missing' : `of type ${typeof value}`}: give a string`,
    );
  }
  if (value.includes('\0')) throw invalid(field, 'has a NUL character: remove it');
  if (!value.isWellFormed()) {
    throw invalid(
      field,
      'has a lone surrogate, which is not a character: decode the text as UTF-8 and send it whole',
    );
  }
  return value;
}

/**
 * Like {@link parseText}, with at most the given number of characters, for texts that need no length, such as an id or
 * a reason.
 */
export function textUpTo(maxLength: number): Parse<string> {
  return (value, field) => {
    if (typeof value === 'string' && value.length > maxLength)
      throw invalid(
        field,
        `has ${value.length} characters, more than the ${maxLength} allowed: shorten it`,
      );
    return parseText(value, field);
  };
}

/** Why something was done, for the audit. */
export const parseReason = textUpTo(1024);

/** An id of any form; the limit is longer than any id of Mneme. */
export const parseKey = textUpTo(256);

/** A cursor. The longest ones contain a path of 1,024 bytes. */
const parseCursor = textUpTo(8192);

/** Of a query, in bytes of UTF-8: each word of it is a search. */
export const maxQueryBytes = 8192;

/** A query of at most {@link maxQueryBytes}. */
export function parseQuery(value: unknown): string {
  const text = parseText(value, 'query');
  const bytes = Buffer.byteLength(text);
  if (bytes <= maxQueryBytes) return text;
  throw invalid(
    'query',
    `has ${bytes} bytes, more than the ${maxQueryBytes} allowed: ask for less, or in several calls`,
  );
}

/** The text of a memory, trimmed: not empty, with at most that many bytes. */
export function parseContent(value: unknown, maxBytes: number, field = 'content'): string {
  const text = parseText(value, field).trim();
  if (text === '') throw invalid(field, 'is empty: give a text that makes sense on its own');
  const bytes = Buffer.byteLength(text);
  if (bytes > maxBytes) {
    throw invalid(
      field,
      `has ${bytes} bytes, more than the ${maxBytes} allowed: shorten it or store it in parts`,
    );
  }
  return text;
}

/** Invisible characters, and white space other than the space: with them two names would look the same. */
const unseen = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{White_Space}/u;
const everyUnseen = new RegExp(unseen, 'gu');

/**
 * An identifying name: of a scope, a store, a session, a speaker, an actor. It is stored exactly or refused, so that
 * two texts never become the same name.
 */
export function parseName(value: unknown, field: string, maxLength = 256): string {
  const name = parseText(value, field);
  if (name.trim() === '') throw invalid(field, 'is empty: give a name');
  checkLength(name, field, maxLength);
  if (unseen.test(name))
    throw invalid(
      field,
      `is ${showUnseen(name)}: a name has no control or invisible characters, and no white space but the space: remove what is shown with its code`,
    );
  if (name.startsWith(' ') || name.endsWith(' '))
    throw invalid(field, `is ${show(name)}: a name does not begin or end with a space; remove it`);
  return name;
}

function checkLength(text: string, field: string, maxLength: number): void {
  if (text.length > maxLength)
    throw invalid(field, `has ${text.length} characters, more than ${maxLength}: shorten it`);
}

/** Like {@link show}, with codes for invisible characters. */
function showUnseen(text: string): string {
  const from = Math.max(0, text.search(unseen) - 30);
  const shown = text.slice(from, from + 60);
  const escaped = shown.replace(
    everyUnseen,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
  return `"${escaped}"`;
}

const controlCharacter = /\p{Cc}/u;

/** A tag. It is trimmed, because it does not identify anything. */
function parseTag(tag: string, field: string): string {
  checkLength(tag, field, 256);
  if (controlCharacter.test(tag))
    throw invalid(field, `is ${show(tag)}: control characters are not allowed`);
  return tag;
}

/** One of the categories of memories. */
export function parseCategory(value: unknown, field = 'category'): MemoryCategory {
  return choice(memoryCategories)(value, field);
}

/** 1 (minor) to 5 (a stated preference). */
export function parseImportance(value: unknown, field = 'importance'): Importance {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1 || value > 5) {
    throw invalid(
      field,
      `is ${show(value)}: give an integer from 1 (minor) to 5 (a stated preference)`,
    );
  }
  return value as Importance;
}

/** Exactly true or false, not another value that counts as one of them. */
export function parseFlag(value: unknown, field: string): boolean {
  if (typeof value !== 'boolean') throw invalid(field, `is ${show(value)}: give true or false`);
  return value;
}

const most = Number.MAX_SAFE_INTEGER;

/** A whole number within a range, both ends included. Without `max` up to the largest exact one. */
export function integer({ min, max = most }: { min: number; max?: number }): Parse<number> {
  const range = max === most ? `of ${min} or more` : `from ${min} to ${max}`;
  return (value, field) => {
    if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max)
      return value;
    throw invalid(field, `is ${show(value)}: give an integer ${range}`);
  };
}

/** A place in a session. Fractions are between two places. */
export function parseSequence(value: unknown, field: string): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw invalid(field, `is ${show(value)}: give the turn's position in the session, a number`);
}

/** A number from `min` to `max`, both included. */
export function numberBetween(min: number, max: number): Parse<number> {
  return (value, field) => {
    if (typeof value === 'number' && value >= min && value <= max) return value;
    throw invalid(field, `is ${show(value)}: give a number from ${min} to ${max}`);
  };
}

/** A finite number of at least `min`. */
export function numberFrom(min: number): Parse<number> {
  return (value, field) => {
    if (typeof value === 'number' && Number.isFinite(value) && value >= min) return value;
    throw invalid(field, `is ${show(value)}: give a number of ${min} or more`);
  };
}

/** A list with at most a number of entries, unchanged; a gap is undefined. */
export function parseMany(value: unknown, field: string, most: number): unknown[] {
  if (!isList(value)) throw invalid(field, `is ${show(value)}: give an array`);
  if (value.length > most)
    throw invalid(
      field,
      `has ${value.length} entries, more than the ${most} allowed: give fewer at once`,
    );
  return Array.from(value);
}

/** Checks the entries of a list. */
const maxEntries = 10_000;

/** A list, each member checked by a parser; a fault names the place. */
export function listOf<T>(parseItem: Parse<T>): Parse<T[]> {
  return (value, field) =>
    parseMany(value, field, maxEntries).map((item, at) => parseItem(item, `${field}[${at}]`));
}

const maxTags = 100;

/** Trimmed, composed (NFC), without duplicates, order unchanged; empty ones removed. */
export function parseTags(value: unknown, field = 'tags'): string[] {
  if (isList(value) && value.length > maxTags)
    throw invalid(
      field,
      `has ${value.length} entries, more than ${maxTags}: give the most useful ones`,
    );
  const parse = listOf((item, itemField) => parseText(item, itemField).normalize().trim());
  const tags = parse(value, field).filter((tag) => tag !== '');
  return [...new Set(tags.map((tag) => parseTag(tag, field)))];
}

/** One of a closed list of words; `invalid_input` names the nearest. */
export function choice<const T extends string>(choices: readonly T[]): Parse<T> {
  return (value, field) => {
    const found = choices.find((choice) => choice === value);
    if (found !== undefined) return found;
    const near = typeof value === 'string' ? nearest(value, choices) : undefined;
    const hint = near === undefined ? '' : ` (did you mean ${near}?)`;
    throw invalid(field, `is ${show(value)}: give one of ${choices.join(', ')}${hint}`);
  };
}

/** Which page of a list. */
export interface PageOptions {
  /** A page ends before it has this many bytes as JSON, unless a single item is larger. Default: no limit. */
  maxBytes?: number;
  /** `nextCursor` of the previous page. */
  cursor?: string;
}

/** The checks of {@link PageOptions}. */
export const pageFields = {
  maxBytes: integer({ min: 1, max: 1_000_000_000 }),
  cursor: parseCursor,
};

/** A function. Its arguments are not checked. */
export function callback<T extends (...given: never[]) => unknown>(): Parse<T> {
  return (value, field) => {
    if (typeof value !== 'function') throw invalid(field, `is ${show(value)}: give a function`);
    return value as T;
  };
}

/** An AbortSignal, also of another realm. */
export function parseSignal(value: unknown, field: string): AbortSignal {
  const { aborted, addEventListener } = (value ?? {}) as Partial<AbortSignal>;
  if (typeof aborted === 'boolean' && typeof addEventListener === 'function')
    return value as AbortSignal;
  throw invalid(field, `is ${show(value)}: give the signal of an AbortController`);
}

/** An object with the named methods, such as an embedder. */
export function having<T extends object>(
  methods: (keyof T & string) | readonly (keyof T & string)[],
  advice: string,
): Parse<T> {
  return (value, field) => {
    const given = value as Partial<Record<string, unknown>> | null | undefined;
    const missing = [methods].flat().find((method) => typeof given?.[method] !== 'function');
    if (missing === undefined) return value as T;
    throw invalid(field, value === undefined ? 'is missing' : `has no ${missing} function`, advice);
  };
}

const isoTime =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;

/** ISO 8601, a date or a date with time; without an offset it is UTC. Returns UTC with milliseconds. */
export function parseTime(value: unknown, field: string): string {
  if (value instanceof Date) {
    if (Number.isNaN(value.getTime())) throw invalid(field, 'is an invalid Date');
    return inRange(value, field);
  }
  const match = typeof value === 'string' ? isoTime.exec(value.trim()) : null;
  if (match === null) {
    throw invalid(field, `is ${show(value)}: give an ISO 8601 time such as 2026-03-01T09:00:00Z`);
  }
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '', zone = 'Z'] =
    match;
  const milliseconds = fraction.padEnd(3, '0').slice(0, 3);
  const local = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}.${milliseconds}Z`);
  // Some engines accept 30 February and return another day.
  if (Number.isNaN(local.getTime()) || local.getUTCDate() !== Number(day)) {
    throw invalid(field, `is ${show(value)}: there is no such date or time`);
  }
  const offset = offsetMinutes(zone);
  if (offset === undefined)
    throw invalid(field, `is ${show(value)}: there is no such offset from UTC`);
  return inRange(new Date(local.getTime() - offset * 60_000), field);
}

/** Undefined: an offset of more than a day, or with more than 59 minutes. */
function offsetMinutes(zone: string): number | undefined {
  if (zone.toUpperCase() === 'Z') return 0;
  const sign = zone.startsWith('-') ? -1 : 1;
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0');
  const hours = Number(digits.slice(0, 2));
  const minutes = Number(digits.slice(2));
  return hours > 23 || minutes > 59 ? undefined : sign * (hours * 60 + minutes);
}

function inRange(time: Date, field: string): string {
  const text = time.toISOString();
  if (text.length !== 24 || text < '0001') throw invalid(field, 'is outside the years 1 to 9999');
  return text;
}

/** The id of a record, a UUID. */
export function parseId(value: unknown, field = 'id'): string {
  if (typeof value !== 'string' || !isUuid(value)) {
    throw invalid(field, `is ${show(value)}: give the UUID that store answered`);
  }
  return value.toLowerCase();
}

/** The id of evidence: a memory or a document. */
function parseEvidenceId(value: unknown, field: string): string {
  if (typeof value === 'string' && /^mem_[\w-]{1,200}$/.test(value)) return value;
  if (typeof value === 'string' && isUuid(value)) return value.toLowerCase();
  throw invalid(
    field,
    `is ${show(value)}: give the UUID of an episode, or the id of a document (mem_…)`,
  );
}

/** Ids of a fact's evidence. */
export const maxEvidence = 1000;

/** Without duplicates, in the order given; undefined if empty. */
export function parseEvidence(value: unknown, field = 'evidence'): string[] | undefined {
  const ids = [...new Set(listOf(parseEvidenceId)(value, field))];
  if (ids.length > maxEvidence)
    throw invalid(
      field,
      `has ${ids.length} ids, more than ${maxEvidence}: give the most important ones`,
    );
  return ids.length === 0 ? undefined : ids;
}

/** The known name nearest to an unknown one. Letter case, `-` and `_` do not count; undefined if none is near. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  const plain = (word: string) => word.toLowerCase().replace(/[-_]/g, '');
  const wanted = plain(name).slice(0, 100);
  const found = closest(wanted, known.map(plain));
  const far = distance(wanted, found ?? '');
  return far < wanted.length && far <= Math.max(2, wanted.length / 3)
    ? known.find((word) => plain(word) === found)
    : undefined;
}

const advice = 'give a backend that keeps documents';

/** Checks a backend that has documents. */
export function parsePlace(value: unknown, field: string): BackendWithDocuments {
  const backend = having<Backend>('open', advice)(value, field);
  if (keepsDocuments(backend)) return backend;
  throw invalid(field, 'has no documents', advice);
}

const notInNames = /[%\p{C}\p{Default_Ignorable_Code_Point}\p{White_Space}\u2800]/gu;

/**
 * Encodes any text as a name, as in URLs: characters that a name cannot have, white space and `%` become codes.
 * Different texts give different names. The empty text becomes `%`, which no other text gives.
 */
export function escapeName(text: string): string {
  return text.toWellFormed().replace(notInNames, encodeURIComponent) || '%';
}
