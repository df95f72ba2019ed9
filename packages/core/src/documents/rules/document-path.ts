import { invalid } from '../../input/fields.ts';

export const maxPathBytes = 1024;
export const maxPathSegments = 20;

/** Control characters (Cc), format characters (Cf), line and paragraph separators. */
const forbidden = /[\p{Cc}\p{Cf}\u2028\u2029]/u;

const encoder = new TextEncoder();

/**
 * Answers the path unchanged, or throws `invalid_input` that says which rule it breaks. Paths are case-sensitive,
 * start with `/` and are never normalised: what is not in its final form is refused, so that two spellings cannot
 * name one document.
 */
export function checkPath(path: unknown, options: { field?: string } = {}): string {
  const { field = 'path' } = options;
  const fail = (problem: string): never => {
    throw invalid(field, problem);
  };
  if (typeof path !== 'string') return fail('must be a string that starts with "/"');
  if (!path.startsWith('/')) return fail('must start with "/"');
  if (path.length > maxPathBytes || encoder.encode(path).length > maxPathBytes) {
    return fail(`must be at most ${maxPathBytes} bytes of UTF-8`);
  }
  if (!path.isWellFormed()) return fail('holds half of a surrogate pair');
  if (forbidden.test(path)) return fail('must not hold control or format characters');
  if (path.normalize('NFC') !== path) return fail('must be in Unicode Normalization Form C');
  const segments = path.slice(1).split('/');
  if (segments.length > maxPathSegments)
    return fail(`must have at most ${maxPathSegments} segments`);
  for (const segment of segments) {
    if (segment === '') return fail('must not hold an empty segment');
    if (segment === '.' || segment === '..') return fail('must not hold the segments "." and ".."');
  }
  return path;
}

/** A prefix ends in `/` and otherwise follows the rules of a path; `/` alone is the whole store. */
export function checkPathPrefix(prefix: unknown, options: { field?: string } = {}): string {
  const { field = 'pathPrefix' } = options;
  if (prefix === '/') return prefix;
  if (typeof prefix !== 'string' || !prefix.endsWith('/')) {
    throw invalid(field, 'must start and end with "/"');
  }
  checkPath(prefix.slice(0, -1), { field });
  return prefix;
}

/** `/a/b/c` has the ancestors `/a` and `/a/b`. None of them may be a document while it is one. */
export function ancestorsOf(path: string): string[] {
  const ancestors: string[] = [];
  for (let at = path.indexOf('/', 1); at !== -1; at = path.indexOf('/', at + 1)) {
    ancestors.push(path.slice(0, at));
  }
  return ancestors;
}

/** Whether the two cannot both be documents of one store. */
export function pathsConflict(left: string, right: string): boolean {
  return left === right || left.startsWith(`${right}/`) || right.startsWith(`${left}/`);
}

/**
 * The order of lists: by code point, which is the order of the UTF-8 bytes. JavaScript's own comparison goes by
 * UTF-16 units and differs beyond U+FFFF.
 */
export function comparePaths(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let at = 0; at < length; at++) {
    const a = left.charCodeAt(at);
    const b = right.charCodeAt(at);
    if (a !== b) return byteOrder(a) - byteOrder(b);
  }
  return left.length - right.length;
}

/** Lifts surrogates above every other unit, where their characters sort in UTF-8. */
function byteOrder(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
