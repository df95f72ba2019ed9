/** A pattern with `{name}` for its parts, compiled at first use, so that a program starts faster. */
export function patternOf(
  pattern: string,
  { parts, flags }: { parts: Readonly<Record<string, string>>; flags: string },
): () => RegExp {
  let made: RegExp | undefined;
  const withParts = (source: string) =>
    source.replace(/\{([a-z]+)\}/g, (_, part: string) => parts[part] ?? '');
  return () => {
    made ??= new RegExp(withParts(withParts(pattern)), flags);
    return made;
  };
}
