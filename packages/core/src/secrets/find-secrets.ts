import { findBankAccounts } from './bank-accounts.ts';
import { findCardNumbers } from './card-numbers.ts';
import { findCommandPasswords } from './commands.ts';
import { findUrlPasswords } from './connection-strings.ts';
import { findEncoded } from './encoded.ts';
import { maskOf, type SecretFinding } from './finding.ts';
import { findLabelledSecrets } from './labelled.ts';
import { findInMarkup } from './markup.ts';
import { matchesOf } from './matches.ts';
import { barrier, hasHiddenGap, type PlainView, plainView } from './plain-view.ts';
import { findPrivateKeys } from './private-keys.ts';
import { findRecoveryPhrases } from './recovery-phrases.ts';
import { vendorPatterns } from './vendor-patterns.ts';

export type { SecretFinding, SecretKind } from './finding.ts';

/** What happens to a text that holds a secret: it is refused, stored without the secret, or stored as it is. */
export type SecretPolicy = 'reject' | 'mask' | 'allow';

/**
 * Passwords, private keys, API keys, tokens, webhooks and card numbers in a text, in order, without overlaps. Made
 * to miss little of what people really write, beside CJK text too, and to leave talk about such things alone. Takes
 * time in proportion to the length of the text.
 */
export function findSecrets(text: string): SecretFinding[] {
  return find(text, 2);
}

/** What is encoded is looked into, and what is encoded in that. */
function find(text: string, depth: number): SecretFinding[] {
  const found = inOriginal(plainView(text), (plain) => findIn(plain, depth));
  // What nobody sees may stand within a word, or in the place of a space.
  if (hasHiddenGap(text)) found.push(...inOriginal(plainView(text, ' '), findLabelledSecrets));
  return withoutOverlaps(found);
}

function findIn(text: string, depth: number): SecretFinding[] {
  return [
    ...findPrivateKeys(text),
    ...findUrlPasswords(text),
    ...findByVendor(text),
    ...findLabelledSecrets(text),
    ...findCardNumbers(text),
    ...findBankAccounts(text),
    ...findCommandPasswords(text),
    ...findInMarkup(text),
    ...findRecoveryPhrases(text),
    ...(depth === 0 ? [] : findEncoded(text, (decoded) => find(decoded, depth - 1))),
  ];
}

function inOriginal(view: PlainView, read: (text: string) => SecretFinding[]): SecretFinding[] {
  return (
    read(view.text)
      // A key that was cut off may have been masked within, but what is only a mask is no secret.
      .filter(({ start, end }) => !isMask(view.text.slice(start, end)))
      .map(({ kind, start, end }) => ({ kind, ...view.original(start, end) }))
  );
}

/** The text with `[password removed]` and the like in place of its secrets. What it returns holds none. */
export function maskSecrets(text: string): string {
  let masked = text;
  // Without one secret, what stands around it may read as another. Each round leaves less that could be one.
  for (let findings = findSecrets(masked); findings.length > 0; findings = findSecrets(masked)) {
    masked = replace(masked, findings);
  }
  return masked;
}

function isMask(text: string): boolean {
  return text.replaceAll(barrier, '') === '';
}

/** Every vendor's secret has a run of at least so many characters that words are rarely made of. */
const secretRun = /[\w.:/+=~-]{12}/;

function findByVendor(text: string): SecretFinding[] {
  if (!secretRun.test(text)) return [];
  return vendorPatterns
    .filter(({ hint }) => hint?.test(text) ?? true)
    .flatMap(({ kind, pattern, accept }) =>
      matchesOf(text, pattern)
        .filter(([secret]) => accept?.(secret) ?? true)
        .map((match) => ({ kind, start: match.index, end: match.index + match[0].length })),
    );
}

/** Of two findings that overlap, the one that begins first names the kind, and both are covered. */
function withoutOverlaps(findings: readonly SecretFinding[]): SecretFinding[] {
  const ordered = [...findings].sort(
    (one, other) => one.start - other.start || other.end - one.end,
  );
  const result: SecretFinding[] = [];
  for (const finding of ordered) {
    const last = result.at(-1);
    if (last && finding.start < last.end) last.end = Math.max(last.end, finding.end);
    else result.push({ ...finding });
  }
  return result;
}

function replace(text: string, findings: readonly SecretFinding[]): string {
  let result = '';
  let position = 0;
  for (const { kind, start, end } of findings) {
    result += text.slice(position, start) + maskOf(kind);
    position = end;
  }
  return result + text.slice(position);
}
