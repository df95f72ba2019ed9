import { MnemeError } from '@mneme/core';
import { actingName } from '@mneme/core/faces';

/** A checked path: its segments below `/memories`, none for the folder itself. */
export interface MemoryPath {
  /** As the model gave it; used in messages. */
  given: string;
  segments: readonly string[];
}

const root = '/memories';
const maxBytes = 1024;
const maxSegments = 20;
const maxSegmentBytes = 255;

/** Control characters (Cc), format characters (Cf), line and paragraph separators. */
const forbidden = /[\p{Cc}\p{Cf}\u2028\u2029]/u;
const encoded = /%[0-9a-f]{2}/i;
/** The tool's own files in a folder: temporary files and the lock. */
export const ownPrefix = '.mneme-';

/** What a path may name. */
export interface PathRules {
  /** Names that tools act on, and that are allowed. */
  allowed: ReadonlySet<string>;
  /** It names what is there already, under whatever name somebody has given it; documents have composed characters. */
  isThere?: 'document' | 'file';
}

/**
 * Throws `invalid_input` for every path that is not plainly below `/memories`. Paths that would need decoding,
 * normalising or resolving are refused. So is a name that tools act on, unless it is allowed. What lies in a folder
 * already may have a name that the tool would not make: it is listed, so it can be read, renamed and removed.
 */
export function parseMemoryPath(given: unknown, rules: PathRules): MemoryPath {
  if (typeof given !== 'string')
    throw refuse('The path must be a string that starts with /memories.');
  if (given.length > maxBytes || Buffer.byteLength(given) > maxBytes) {
    throw refuse(
      `The path is too long: ${Buffer.byteLength(given)} bytes, the maximum is ${maxBytes}.`,
    );
  }
  if (given !== root && !given.startsWith(`${root}/`)) {
    throw refuse(`Path must start with /memories, got: ${shown(given)}`);
  }
  const path = given.endsWith('/') ? given.slice(0, -1) : given;
  if (!given.isWellFormed() || forbidden.test(given)) {
    throw refuse(
      `The path ${shown(given)} contains control or invisible characters, which are not allowed.`,
    );
  }
  if (given.includes('\\'))
    throw refuse(`The path ${given} contains a backslash. Use / between names.`);
  if (encoded.test(given)) {
    throw refuse(`The path ${given} contains a URL-encoded character. Write the character itself.`);
  }
  if (rules.isThere !== 'file' && given.normalize('NFC') !== given) {
    throw refuse(
      `The path ${given} is not in Unicode Normalization Form C. Write composed characters.`,
    );
  }
  const segments = path.split('/').slice(2);
  if (segments.length > maxSegments) {
    throw refuse(`The path ${given} has more than ${maxSegments} levels.`);
  }
  for (const segment of segments) checkSegment(segment, given, rules);
  return { given, segments };
}

function checkSegment(segment: string, given: string, { allowed, isThere }: PathRules): void {
  if (segment === '') throw refuse(`The path ${given} contains an empty name.`);
  if (segment === '.' || segment === '..') {
    throw refuse(`Path ${given} would escape /memories directory: "." and ".." are not allowed.`);
  }
  if (Buffer.byteLength(segment) > maxSegmentBytes) {
    throw refuse(`The path ${given} contains a name of more than ${maxSegmentBytes} bytes.`);
  }
  if (segment.toLowerCase().startsWith(ownPrefix)) {
    throw refuse(
      `The path ${given} contains a reserved name: names must not start with ${ownPrefix}`,
    );
  }
  const onWindows = isThere === undefined || process.platform === 'win32';
  const fault = allowed.has(segment) ? undefined : actingName(segment, { onWindows });
  if (fault !== undefined) {
    throw refuse(`The path ${given} contains a name that ${fault}. Choose another name.`);
  }
}

/** Invisible characters are shown as escapes. */
function shown(path: string): string {
  return forbidden.test(path) || !path.isWellFormed() ? JSON.stringify(path) : path;
}

/** The error for a value of a command that cannot be used. */
export function refuse(message: string, field = 'path'): MnemeError {
  return new MnemeError('invalid_input', message, { field });
}
