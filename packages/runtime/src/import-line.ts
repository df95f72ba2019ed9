import { createHash } from 'node:crypto';
import {
  type ConflictPolicy,
  type Importance,
  type MemoryCategory,
  type MemoryKind,
  type MemorySource,
  MnemeError,
  type StoreInput,
} from '@mneme/core';
import { invalid, parseChoice, parseTime, show } from '@mneme/core/input';

/** What lines get that do not say it themselves. */
export interface ImportDefaults {
  scope: string;
  /** Every line goes into `scope`, also one that names another. Default: false. */
  everyScope?: boolean;
  category?: MemoryCategory;
  importance?: Importance;
  /** For every line, whatever it says itself. Absent: the line's own, or else `policyFor` decides. */
  onConflict?: ConflictPolicy;
}

/** A line that is ready for the engine. */
export interface ImportItem {
  scope: string;
  input: StoreInput & { expiresAt?: string; source: MemorySource & { externalId: string } };
  /** The line stands for a record that had been replaced when it was exported. */
  replaced: boolean;
}

/** The words of the command line and of JSON for the policies. */
const conflictPolicies = {
  supersede: 'supersede',
  merge: 'merge',
  'keep-both': 'keepBoth',
  reject: 'reject',
  upsert: 'upsert',
} as const satisfies Record<string, ConflictPolicy>;

/** What a text does that collides with a stored one, as it is written outside of code. */
export const conflictPolicyNames = Object.keys(
  conflictPolicies,
) as (keyof typeof conflictPolicies)[];

/**
 * Reads one line of an import file: `content` or `text`, and optionally `kind`, `scope` (or `user_id`), `id`, `speaker`, `session`,
 * `sequence`, `time`, `category`, `importance`, `tags`, `evidence`, `expires_at`, `on_conflict`, `metadata` and `source`
 * (objects; of the source, further keys). `id` becomes `source.externalId`; a line without one gets an id that is made from what it says, so
 * that importing it again finds it. Other keys are left alone. Types are checked here, values by the engine.
 */
export function importItem(value: unknown, defaults: ImportDefaults): ImportItem {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw wrong(undefined, value, 'an object such as {"text": "…"}');
  }
  const line = value as Record<string, unknown>;
  const content = text(line, 'content') ?? text(line, 'text');
  if (content === undefined) {
    throw invalid('content', 'is missing: give "content" or "text"');
  }
  const ownScope = text(line, 'scope') ?? name(line, 'user_id');
  const scope = defaults.everyScope === true ? defaults.scope : (ownScope ?? defaults.scope);
  const speaker = text(line, 'speaker');
  const session = name(line, 'session');
  const sequence = number(line, 'sequence');
  const said = text(line, 'time');
  const { kind, category } = kindOf(line, { session, sequence });
  const isEpisode = kind === 'episode';
  const onConflict = defaults.onConflict ?? policy(line) ?? (isEpisode ? 'upsert' : 'supersede');
  const externalId =
    name(line, 'id') ?? derivedId([scope, session, sequence, said, speaker, content]);

  return {
    scope,
    input: {
      content,
      kind,
      category: category ?? (isEpisode ? undefined : defaults.category),
      evidence: texts(line, 'evidence'),
      importance: (number(line, 'importance') as Importance | undefined) ?? defaults.importance,
      tags: texts(line, 'tags'),
      expiresAt: time(line, 'expires_at'),
      occurredAt: said,
      source: {
        ...object(line, 'source'),
        ...withoutAbsent({ speaker, session, sequence }),
        externalId,
      },
      metadata: line.metadata == null ? undefined : object(line, 'metadata'),
      onConflict,
    },
    replaced: text(line, 'superseded_by') !== undefined,
  };
}

/** What was said in a session is an episode, unless its line names a category or says otherwise. */
function kindOf(
  line: Record<string, unknown>,
  { session, sequence }: { session?: string; sequence?: number },
): { kind: MemoryKind; category?: MemoryCategory } {
  const said = text(line, 'kind') as MemoryKind | undefined;
  const category = text(line, 'category') as MemoryCategory | undefined;
  if (said !== undefined) return { kind: said, category };
  if (session === undefined) return { kind: 'fact', category };
  // An export of before there were kinds gave every record a category.
  const isOldTurn = line.confirmed_at !== undefined && sequence !== undefined;
  return category === undefined || isOldTurn ? { kind: 'episode' } : { kind: 'fact', category };
}

function derivedId(parts: readonly unknown[]): string {
  const hash = createHash('sha256').update(JSON.stringify(parts.map((part) => part ?? '')));
  return `line-${hash.digest('hex').slice(0, 32)}`;
}

function policy(line: Record<string, unknown>): ConflictPolicy | undefined {
  const word = text(line, 'on_conflict');
  if (word === undefined) return undefined;
  return conflictPolicy(word, 'on_conflict');
}

/** Reads a policy as it is written outside of code. */
export function conflictPolicy(word: string, field: string): ConflictPolicy {
  return conflictPolicies[parseChoice(word, field, conflictPolicyNames)];
}

function text(line: Record<string, unknown>, field: string): string | undefined {
  const value = line[field] ?? undefined;
  if (value === undefined || typeof value === 'string') return value;
  throw wrong(field, value, 'a text');
}

function time(line: Record<string, unknown>, field: string): string | undefined {
  const value = text(line, field);
  return value === undefined ? undefined : parseTime(value, field);
}

/** Ids and sessions are numbers in many files. */
function name(line: Record<string, unknown>, field: string): string | undefined {
  const value = line[field] ?? undefined;
  if (value === undefined) return undefined;
  if (typeof value === 'string' && value !== '') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  throw wrong(field, value, 'a text that is not empty, or a number');
}

function number(line: Record<string, unknown>, field: string): number | undefined {
  const value = line[field] ?? undefined;
  if (value === undefined || typeof value === 'number') return value;
  throw wrong(field, value, 'a number');
}

function texts(line: Record<string, unknown>, field: string): string[] | undefined {
  const value = line[field] ?? undefined;
  if (value === undefined) return undefined;
  if (Array.isArray(value) && value.every((entry) => typeof entry === 'string')) return value;
  throw wrong(field, value, 'a list of texts');
}

function object(line: Record<string, unknown>, field: string): Record<string, unknown> {
  const value = line[field] ?? {};
  if (typeof value === 'object' && !Array.isArray(value)) return value as Record<string, unknown>;
  throw wrong(field, value, 'an object');
}

function withoutAbsent(source: MemorySource): MemorySource {
  return Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined));
}

function wrong(field: string | undefined, value: unknown, expected: string): MnemeError {
  const problem = `is ${show(value)}: give ${expected}`;
  if (field !== undefined) return invalid(field, problem);
  return new MnemeError('invalid_input', `the line ${problem}`);
}
