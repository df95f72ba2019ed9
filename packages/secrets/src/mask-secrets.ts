import { findInSteps, type Search } from './find-secrets.ts';
import { maskOf, type SecretFinding } from './finding.ts';
import { atOnce, type Steps, wholeCharacter } from './steps.ts';

/** The text with `[password removed]` and the like instead of its secrets. The result contains none. */
export function maskSecrets(text: string, wanted?: Search['wanted']): string {
  return atOnce(maskInSteps(text, { wanted }));
}

/** Rounds in which only the secrets are masked. */
const plainRounds = 3;

/** The same, with a pause after each few milliseconds of work. */
export function* maskInSteps(
  text: string,
  { wanted, before }: Pick<Search, 'wanted' | 'before'>,
): Steps<string> {
  let masked = text;
  for (let round = 0; ; round++) {
    const findings = yield* findInSteps(masked, { wanted, before });
    if (findings.length === 0) return masked;
    // When a secret is masked, the text around it may look like another one. A malicious text could need many rounds,
    // so later rounds mask more and more around it.
    const around = round < plainRounds ? 0 : 4 ** (round - plainRounds + 2);
    masked = replace(masked, findings, around);
  }
}

function replace(text: string, findings: readonly SecretFinding[], around: number): string {
  const parts: string[] = [];
  let position = 0;
  for (const { kind, start, end } of findings) {
    if (end <= position) continue;
    const from = wholeCharacter(text, Math.max(position, start - around));
    parts.push(text.slice(position, from), maskOf(kind));
    position = wholeCharacter(text, Math.max(end, Math.min(text.length, end + around)));
  }
  return parts.join('') + text.slice(position);
}
