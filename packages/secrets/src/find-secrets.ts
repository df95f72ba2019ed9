import { findBankAccounts } from './bank-accounts.ts';
import { findCardNumbers } from './card-numbers.ts';
import { findCommandPasswords } from './commands.ts';
import { findUrlPasswords } from './connection-strings.ts';
import { findEncoded } from './encoded.ts';
import { maskOf, type SecretFinding, type SecretKind, secretKinds } from './finding.ts';
import { findIdentityNumbers } from './identity-numbers.ts';
import { findLabelledSecrets } from './labelled.ts';
import { findInMarkup } from './markup.ts';
import { findPersonal } from './personal.ts';
import { barrier, hasHiddenGap, joinedView, type PlainView, plainView } from './plain-view.ts';
import { findPrivateKeys } from './private-keys.ts';
import { findRecoveryPhrases } from './recovery-phrases.ts';
import { findToldByUse } from './told-by-use.ts';
import { findByForm } from './vendor-forms.ts';
import { findByPrefix } from './vendor-prefixes.ts';

/**
 * Passwords, private keys, API keys, tokens, webhooks and numbers of cards, accounts and persons in a text, in order, without overlaps. Made
 * to miss little of what people really write, beside CJK text too, and to leave talk about such things alone. Takes
 * time in proportion to the length of the text.
 */
export function findSecrets(
  text: string,
  wanted: ReadonlySet<SecretKind> = allSecrets,
): SecretFinding[] {
  return find(text, { depth: 2, wanted });
}

const allSecrets: ReadonlySet<SecretKind> = new Set(secretKinds);

interface Search {
  /** So often what is encoded is decoded. */
  depth: number;
  wanted: ReadonlySet<SecretKind>;
}

/** What is encoded is looked into, and what is encoded in that. */
function find(text: string, search: Search): SecretFinding[] {
  const found = inOriginal(plainView(text), (plain) => findIn(plain, search));
  // What nobody sees may stand within a word, or in the place of a space.
  if (hasHiddenGap(text)) found.push(...inOriginal(plainView(text, ' '), findLabelledSecrets));
  return withoutOverlaps(found.filter(({ kind }) => search.wanted.has(kind)));
}

function findIn(text: string, { depth, wanted }: Search): SecretFinding[] {
  return [
    ...findPrivateKeys(text),
    ...findUrlPasswords(text),
    ...findByPrefix(text),
    ...findByForm(text),
    ...findLabelledSecrets(text),
    ...findCardNumbers(text),
    ...findBankAccounts(text),
    ...findIdentityNumbers(text),
    ...findToldByUse(text),
    ...findCommandPasswords(text),
    ...findInMarkup(text),
    ...findRecoveryPhrases(text),
    ...findPersonal(text, wanted),
    ...inJoined(text),
    ...(depth === 0
      ? []
      : findEncoded(text, (decoded) => find(decoded, { depth: depth - 1, wanted }))),
  ];
}

/** Keys that are broken over lines, or put together from strings. */
function inJoined(text: string): SecretFinding[] {
  const joined = joinedView(text);
  if (joined === undefined) return [];
  return inOriginal(joined, (whole) => [
    ...findByPrefix(whole),
    ...findByForm(whole),
    ...findLabelledSecrets(whole),
  ]);
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
export function maskSecrets(text: string, wanted?: ReadonlySet<SecretKind>): string {
  let masked = text;
  // Without one secret, what stands around it may read as another. Each round leaves less that could be one.
  for (;;) {
    const findings = findSecrets(masked, wanted);
    if (findings.length === 0) return masked;
    masked = replace(masked, findings);
  }
}

function isMask(text: string): boolean {
  return text.replaceAll(barrier, '') === '';
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
