import type { SecretFinding, SecretKind } from './finding.ts';

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

/** Secrets of one form. */
export interface SecretPattern {
  kind: SecretKind;
  /**
   * Global. The secret is the whole match, or, with the flag `d`, its first group. It begins after a character that
   * cannot be part of a secret and has a single open repetition at its end, so that no text makes it try characters
   * twice.
   */
  pattern: RegExp;
  /** Occurs in every match. A pattern that begins with the text before it would be slow. */
  hint?: RegExp;
  accept?: (secret: string, match: RegExpExecArray) => boolean;
}

/** The secrets of these forms in a text. */
export function findPatterns(text: string, patterns: readonly SecretPattern[]): SecretFinding[] {
  const findings: SecretFinding[] = [];
  for (const { kind, pattern, hint, accept } of patterns) {
    if (hint?.test(text) === false) continue;
    for (const match of matchesOf(text, pattern)) {
      const [start, end] = match.indices?.[1] ?? [match.index, match.index + match[0].length];
      if (accept?.(text.slice(start, end), match) ?? true) findings.push({ kind, start, end });
    }
  }
  return findings;
}
