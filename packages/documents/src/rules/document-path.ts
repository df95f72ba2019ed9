import { invalid } from '@mneme/contract/input';

const maxPathBytes = 1024;
/** The maximum number of names between slashes. */
export const maxPathSegments = 20;

/** Control characters (Cc), format characters (Cf), line and paragraph separators. */
const forbidden = /[\p{Cc}\p{Cf}\u2028\u2029]/u;

const encoder = new TextEncoder();

/**
 * Returns the path unchanged, or throws `invalid_input` that names the broken rule. Paths are case-sensitive, start
 * with `/` and are never normalised: other forms are refused, so that two spellings cannot name one document.
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
  if (!path.isWellFormed()) return fail('contains half of a surrogate pair');
  if (forbidden.test(path)) return fail('must not contain control or format characters');
  if (path.normalize('NFC') !== path) return fail('must be in Unicode Normalization Form C');
  const segments = path.slice(1).split('/');
  if (segments.length > maxPathSegments)
    return fail(`must have at most ${maxPathSegments} segments`);
  for (const segment of segments) {
    if (segment === '') return fail('must not contain an empty segment');
    if (segment === '.' || segment === '..')
      return fail('must not contain the segments "." and ".."');
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
