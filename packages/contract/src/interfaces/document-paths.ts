/**
 * The order of lists: by code point, which is the order of the UTF-8 bytes. JavaScript compares UTF-16 units, which
 * differs beyond U+FFFF.
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

/** Moves surrogates above every other unit, as their characters sort in UTF-8. */
function byteOrder(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

/** `/a/b/c` has the ancestors `/a` and `/a/b`. None of them may be a document at the same time. */
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
 * How a list of the given depth below a prefix shows a path: the path itself, or the shorter prefix (ending in `/`)
 * that it shares with others. Depth 0 lists all; depth 1 shows the direct children.
 */
export function rollUp(path: string, options: { pathPrefix: string; depth: number }): string {
  const { pathPrefix, depth } = options;
  if (depth === 0) return path;
  let end = pathPrefix.length - 1;
  for (let level = 0; level < depth; level++) {
    end = path.indexOf('/', end + 1);
    if (end === -1) return path;
  }
  return path.slice(0, end + 1);
}

/** The smallest string above every path with a prefix: `/a/` gives `/a0`, because `0` follows `/`. */
export function afterPrefix(prefix: string): string {
  return `${prefix.slice(0, -1)}0`;
}
