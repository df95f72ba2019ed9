import { patternOf } from '../text/index.ts';
import type { ExtractedKind, Taken } from './extracted-kinds.ts';

/** What a part of a sentence tells, by its form. */
export interface ExtractRule {
  kind: ExtractedKind;
  /** Of a whole part. */
  pattern: () => RegExp;
  /** `{n}` stands for the speaker, `$1` for a group of the pattern. */
  content: string;
}

/** Makes rules in whose patterns `{name}` stands for a part. */
export function ruleWith(
  parts: Readonly<Record<string, string>>,
  { anyCase = [] }: { anyCase?: readonly ExtractedKind[] } = {},
): (kind: ExtractedKind, pattern: string, content: string) => ExtractRule {
  return (kind, pattern, content) => ({
    kind,
    content,
    pattern: patternOf(`^${pattern}$`, { parts, flags: anyCase.includes(kind) ? 'iu' : 'u' }),
  });
}

/** What the first rule that fits takes of a part; `write` makes the fact of its content, or finds that it is none. */
export function takeFirst(
  rules: readonly ExtractRule[],
  part: string,
  write: (content: string, groups: readonly string[]) => string | undefined,
): Taken | undefined {
  for (const { kind, pattern, content } of rules) {
    const found = pattern().exec(part);
    if (found === null) continue;
    const fact = write(
      content,
      found.map((group = '') => group),
    );
    return fact === undefined ? undefined : { kind, content: fact };
  }
  return undefined;
}
