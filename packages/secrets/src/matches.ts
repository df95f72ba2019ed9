/**
 * All matches of a global pattern. `matchAll` copies the pattern, which the engine may compile again each time; for
 * large patterns that takes longer than the search.
 */
export function matchesOf(text: string, pattern: RegExp): RegExpExecArray[] {
  const matches: RegExpExecArray[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    if (match[0] === '') pattern.lastIndex += 1;
    matches.push(match);
  }
  return matches;
}
