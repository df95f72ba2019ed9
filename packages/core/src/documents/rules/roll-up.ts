/**
 * What stands for a path in a list of the given depth below a prefix: the path itself, or the shorter prefix (with
 * its `/` at the end) that many paths share. Depth 0 lists all; depth 1 shows the direct children.
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

/** The least string above every path that starts with a prefix: `/a/` gives `/a0`, since `0` follows `/`. */
export function afterPrefix(prefix: string): string {
  return `${prefix.slice(0, -1)}0`;
}
