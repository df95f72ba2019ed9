import { findAnswer } from './answers.ts';
import { findInCommands, urlPasswords } from './commands.ts';
import { encodedRuns } from './encoded.ts';
import { type Place, type SecretFinding, type SecretKind, secretKinds } from './finding.ts';
import { findLabelledSecrets } from './labelled.ts';
import { findInMarkup, findInTables } from './markup.ts';
import { findPatterns } from './matches.ts';
import { findBankAccounts, findCardNumbers, findIdentityNumbers } from './numbers.ts';
import { findPersonal } from './personal.ts';
import { barrier, hasHiddenGap, joinedView, type PlainView, plainView } from './plain-view.ts';
import { findPrivateKeys } from './private-keys.ts';
import { findRecoveryPhrases } from './recovery-phrases.ts';
import { findSecretsByUse } from './secrets-by-use.ts';
import { atOnce, type Steps, slicesOf } from './steps.ts';
import { matchEnd } from './values.ts';
import { findByForm } from './vendor-forms.ts';
import { findByPrefix } from './vendor-prefixes.ts';

/** What to look for, and how far. */
export interface Search {
  /** Default: all secrets, and no personal data. */
  wanted?: ReadonlySet<SecretKind>;
  /** Stop at the first finding, for callers that refuse the text. */
  first?: boolean;
  /** The one or two turns before the text, the latest last: a secret may answer their question. */
  before?: readonly string[];
}

/**
 * Finds passwords, private keys, API keys, tokens, webhooks and numbers of cards, accounts and persons in a text, in
 * order, without overlaps. Made to miss little of what people really write, also beside CJK text, and to ignore talk
 * about such things. The time is proportional to the length of the text.
 */
export function findSecrets(
  text: string,
  search: Pick<Search, 'wanted' | 'before'> = {},
): SecretFinding[] {
  return atOnce(findInSteps(text, search));
}

const allSecrets: ReadonlySet<SecretKind> = new Set(secretKinds);
/** Maximum levels of decoding. */
const mostDecoded = 2;

/** The same, with a pause after each few milliseconds of work. */
export function* findInSteps(
  text: string,
  { wanted = allSecrets, first = false, before = [] }: Search,
  depth = mostDecoded,
): Steps<SecretFinding[]> {
  const slices = slicesOf(text);
  const found = [...findInTables(text), ...(slices.length > 1 ? findPrivateKeys(text) : [])];
  if (before.length > 0)
    found.push(
      ...inOriginal(plainView(text), (plain) =>
        findAnswer(
          plain,
          before.map((turn) => plainView(turn).text),
        ),
      ),
    );
  const isDone = () => first && found.some(({ kind }) => wanted.has(kind));
  for (const { from, to, start, end } of slices) {
    if (from > 0) yield;
    const isLast = to === text.length;
    found.push(
      ...findIn(text.slice(start, end), { wanted, depth })
        .map(({ kind, ...place }) => ({ kind, start: place.start + start, end: place.end + start }))
        .filter((one) => one.start >= from && (one.start < to || isLast))
        .map((one) => (one.end < end || isLast ? one : { ...one, end: endOfRun(text, end) })),
    );
    if (isDone()) break;
  }
  // A slice may end within a long one.
  if (slices.length > 1 && depth > 0 && !isDone())
    for (const { decoded, ...run } of encodedRuns(text).filter(isLong)) {
      const [inside] = yield* findInSteps(decoded, { wanted, first: true }, depth - 1);
      if (inside !== undefined) found.push({ kind: inside.kind, ...run });
    }
  return withoutOverlaps(found.filter(({ kind }) => wanted.has(kind)));
}

const isLong = ({ start, end }: Place) => end - start > 1000;

function endOfRun(text: string, from: number): number {
  return matchEnd(/[\w.+/=~-]*/y, text, from) ?? from;
}

/** No rule looks further than the overlap of slices. */
function findIn(
  text: string,
  { wanted, depth }: { wanted: ReadonlySet<SecretKind>; depth: number },
): SecretFinding[] {
  const found = inOriginal(plainView(text), (plain) => [
    ...findPrivateKeys(plain),
    ...findPatterns(plain, urlPasswords),
    ...findByPrefix(plain),
    ...findByForm(plain),
    ...findLabelledSecrets(plain),
    ...findCardNumbers(plain),
    ...findBankAccounts(plain),
    ...findIdentityNumbers(plain),
    ...findSecretsByUse(plain),
    ...findInCommands(plain),
    ...findInMarkup(plain),
    ...findRecoveryPhrases(plain),
    ...findPersonal(plain, wanted),
    ...inJoined(plain),
    ...(depth === 0 ? [] : findEncoded(plain, { wanted, depth: depth - 1 })),
  ]);
  // Invisible characters may be inside a word, or replace a space.
  if (hasHiddenGap(text)) found.push(...inOriginal(plainView(text, ' '), findLabelledSecrets));
  return found;
}

/** Base64 of a text with a secret: the whole of it is one. */
function findEncoded(
  text: string,
  { wanted, depth }: { wanted: ReadonlySet<SecretKind>; depth: number },
): SecretFinding[] {
  return encodedRuns(text).flatMap(({ decoded, ...run }) => {
    const [inside] = atOnce(findInSteps(decoded, { wanted, first: true }, depth));
    return inside === undefined ? [] : [{ kind: inside.kind, ...run }];
  });
}

/** Keys that are broken over lines, or concatenated from strings. */
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
      // A cut-off key may contain a mask, but a mask alone is not a secret.
      .filter(({ start, end }) => view.text.slice(start, end).replaceAll(barrier, '') !== '')
      .map(({ kind, start, end }) => ({ kind, ...view.original(start, end) }))
  );
}

/** If two findings overlap, the kind is that of the first one, and both are covered. */
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
