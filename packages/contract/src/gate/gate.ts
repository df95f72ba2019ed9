import {
  atOnce,
  findInSteps,
  maskInSteps,
  maskOf,
  maskSecrets,
  type Search,
  type SecretKind,
  type Steps,
} from '@mneme/secrets';
import { type Fault, MnemeError } from '../interfaces/index.ts';
import { actionFor, guardedKinds, isPersonal, type SecretPolicy } from './policy.ts';

/** What a policy did with a write. */
export interface Gated<T> {
  value: T;
  /** Kinds of secrets that were masked. */
  masked: SecretKind[];
}

/**
 * Fields that identify something. A masked identifier could be that of another thing, so these are refused even if the
 * policy masks.
 */
const names: ReadonlySet<string> = new Set([
  'scope',
  'actor',
  'actor.apiKeyId',
  'actor.sessionId',
  'actor.userId',
  'actor.serviceAccountId',
  'path',
  'name',
  'source.speaker',
  'source.session',
  'source.externalId',
  'source.documentPath',
]);

/** Objects with keys of the application. Keys are texts too, and may announce a secret: `password`. */
const free: ReadonlySet<string> = new Set(['source', 'metadata']);

/** Long texts, which are searched separately so that other fields do not influence them. */
const longTexts: ReadonlySet<string> = new Set(['content']);

/** What to look for, in a text whose turns before it are in `before`. */
const searchOf = ({ before, ...search }: Search, field: string): Search =>
  longTexts.has(field) ? { ...search, before } : search;

/** One text of a write. */
interface Leaf {
  field: string;
  text: string;
  /** The key before it, in an object of the application. */
  label: string | undefined;
  /** Whether it is a key or a name. */
  exact: boolean;
}

/**
 * Everything that enters a store goes through here: every text in the fields of a write, with keys and numbers of free
 * objects. Returns the fields as the policy allows them; unknown fields are checked like any other. Throws
 * `secret_refused`. For texts of some thousand characters; `gateLong` yields the thread for longer ones.
 */
export function gate<T extends object>(value: T, policy: SecretPolicy): Gated<T> {
  return atOnce(gating(value, policy));
}

/** What the check of a write may know. */
interface Knowing {
  /** Remembers short texts without secrets, for many writes under one policy. */
  clean?: Set<string>;
  /** The one or two turns before a turn, the latest last: its content may answer their question. */
  before?: readonly string[];
}

/** Like {@link gate}, with pauses for other work. */
export function gateLong<T extends object>(
  value: T,
  policy: SecretPolicy,
  knowing: Knowing = {},
): Promise<Gated<T>> {
  return inTurns(gating(value, policy, knowing));
}

/** One text as the policy allows it: unchanged, masked, or not at all (`secret_refused`). */
export async function gateText(text: string, policy: SecretPolicy): Promise<string> {
  return (await gateLong({ content: text }, policy)).value.content;
}

/** What the gate would find in something that is stored already. */
export function secretsIn(stored: object): Promise<SecretKind[]> {
  return inTurns(kindsInAll(stored));
}

function* kindsInAll(stored: object): Steps<SecretKind[]> {
  const wanted = guardedKinds('reject');
  const kinds = new Set<SecretKind>();
  for (const leaf of leavesOf(stored))
    for (const kind of yield* kindsIn(leaf, { wanted })) kinds.add(kind);
  return [...kinds];
}

function* gating<T extends object>(
  value: T,
  policy: SecretPolicy,
  { clean = new Set(), before = [] }: Knowing = {},
): Steps<Gated<T>> {
  const wanted = guardedKinds(policy);
  if (wanted.size === 0) return { value, masked: [] };
  const leaves = leavesOf(value);
  if (!(yield* hasSecrets(leaves, { wanted, clean, before }))) return { value, masked: [] };
  const isRejected = (kind: SecretKind) => actionFor(policy, kind) === 'reject';
  // If every kind is refused, one finding is enough.
  const search = { wanted, first: [...wanted].every(isRejected), before };
  const faults = new Map<string, Fault>();
  const masked = new Set<SecretKind>();
  for (const leaf of leaves) {
    const kinds = yield* kindsIn(leaf, search);
    if (kinds.length === 0) continue;
    for (const kind of kinds) masked.add(kind);
    const isRefused = kinds.some(isRejected);
    if (isRefused || leaf.exact) faults.set(leaf.field, fault(leaf, { kinds, isRefused }));
  }
  if (faults.size > 0) throw new MnemeError('secret_refused', [...faults.values()]);
  if (masked.size === 0) return { value, masked: [] };
  return {
    value: (yield* maskIn(value, { field: '', label: undefined, search })) as T,
    masked: [...masked],
  };
}

/** Short texts are searched together, which is faster; most writes have no secret. */
function* hasSecrets(
  leaves: readonly Leaf[],
  { wanted, clean, before }: { wanted: ReadonlySet<SecretKind> } & Required<Knowing>,
): Steps<boolean> {
  const isLong = ({ field }: Leaf) => longTexts.has(field);
  const short = leaves
    .filter((leaf) => !isLong(leaf))
    .map(reading)
    .filter((text) => !clean.has(text) && !time.test(text));
  const joined = { field: '', text: short.join('\n\n') };
  for (const { field, text } of short.length > 0
    ? [joined, ...leaves.filter(isLong)]
    : leaves.filter(isLong)) {
    const search = searchOf({ wanted, first: true, before }, field);
    if ((yield* findInSteps(text, search)).length > 0) return true;
  }
  if (clean.size > mostClean) clean.clear();
  for (const text of short) clean.add(text);
  return false;
}

/** Limit of remembered texts, because ids and numbers differ between writes. */
const mostClean = 1000;
/** A time, as every write has: there is no room in it for a secret. */
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

function fault(
  { field, exact }: Leaf,
  { kinds, isRefused }: { kinds: SecretKind[]; isRefused: boolean },
): Fault {
  const what = kinds.every(isPersonal) ? 'personal data' : 'a secret';
  return {
    field: maskSecrets(field),
    problem: `contains what looks like ${what} (${kinds.join(', ')})`,
    advice:
      exact || !isRefused
        ? 'remove it: a name is taken exactly, so it cannot be masked'
        : "remove it, or open the memory with secrets: 'mask'",
  };
}

/** A value is read together with its key: `password` before `hunter2`. */
function reading({ label, text }: Leaf): string {
  if (label === undefined) return text;
  return text.includes('"') ? `"${label}": ${text}` : `"${label}": "${text}"`;
}

function* kindsIn(leaf: Leaf, given: Search): Steps<SecretKind[]> {
  const search = searchOf(given, leaf.field);
  const alone = yield* findInSteps(leaf.text, search);
  const from = (leaf.label?.length ?? 0) + 4;
  const found =
    alone.length > 0 || leaf.label === undefined
      ? alone
      : (yield* findInSteps(reading(leaf), search)).filter(({ end }) => end > from);
  return [...new Set(found.map(({ kind }) => kind))];
}

function leavesOf(value: unknown): Leaf[] {
  const leaves: Leaf[] = [];
  const walk = (entry: unknown, field: string, label: string | undefined): void => {
    const text = textOf(entry);
    if (text !== undefined) {
      leaves.push({ field, text, label, exact: names.has(field) });
      return;
    }
    const inFree = label !== undefined || free.has(field);
    for (const [key, inner] of entriesOf(entry)) {
      const place = below(field, key);
      if (inFree && typeof key === 'string') {
        // A key is reported by its position only, because it may be the secret.
        leaves.push({ field, text: key, label: undefined, exact: true });
        walk(inner, place, isFixed(place) ? undefined : key);
      } else walk(inner, place, label);
    }
  };
  walk(value, '', undefined);
  return leaves;
}

interface Place {
  field: string;
  label: string | undefined;
  search: Search;
}

function* maskIn(value: unknown, { field, label, search }: Place): Steps<unknown> {
  const text = textOf(value);
  if (text !== undefined) {
    const [kind] = yield* kindsIn({ field, text, label, exact: false }, search);
    if (kind === undefined) return value;
    const without = yield* maskInSteps(text, searchOf(search, field));
    return without === text ? maskOf(kind) : without;
  }
  if (Array.isArray(value)) {
    const list: unknown[] = [];
    for (const entry of value) list.push(yield* maskIn(entry, { field, label, search }));
    return list;
  }
  const inFree = label !== undefined || free.has(field);
  const entries: (readonly [string | number, unknown])[] = [];
  for (const [key, inner] of entriesOf(value)) {
    const place = below(field, key);
    const name = inFree && !isFixed(place) ? String(key) : label;
    entries.push([key, yield* maskIn(inner, { field: place, label: name, search })]);
  }
  if (value instanceof Map) return new Map(entries);
  return isPlain(value) ? Object.fromEntries(entries) : value;
}

/** Numbers are checked too: a PIN, a card. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : undefined;
}

function entriesOf(value: unknown): Iterable<readonly [string | number, unknown]> {
  if (Array.isArray(value)) return value.entries();
  if (value instanceof Map) return value.entries() as Iterable<readonly [string, unknown]>;
  return isPlain(value) ? Object.entries(value) : [];
}

/** Signals, callbacks and dates contain no text of the caller. */
function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function below(field: string, key: string | number): string {
  if (typeof key === 'number') return `${field}[${key}]`;
  return field === '' ? key : `${field}.${key}`;
}

function isFixed(field: string): boolean {
  return names.has(field);
}

const waiting: (() => void)[] = [];

/**
 * Lets other work of this thread run first. If several wait, each gets its own round of the event loop, so that a
 * request that arrives meanwhile waits for only one piece of work.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(wakeNext);
  });
}

function wakeNext(): void {
  waiting[0]?.();
  waiting.shift();
  if (waiting.length > 0) setImmediate(wakeNext);
}

/** Runs work that yields the thread at each of its pauses. Short work has no pauses and does not yield. */
async function inTurns<Result>(steps: Steps<Result>): Promise<Result> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await nextTurn();
  }
}
