import { createHash } from 'node:crypto';
import { type Importance, type MemoryCategory, type MemoryKind, MnemeError } from '@mneme/core';
import { invalid, parseTime, show } from '@mneme/core/input';
import { conflictPolicy, readJsonLines } from '@mneme/runtime';
import { broken, type Imported, skip } from '../imported.ts';
import { onlyFile } from '../read-file.ts';
import { defined } from '../read-inputs.ts';
import type { Source } from '../sources/source.ts';

/** Lines of JSON: Mneme's export, or anybody's own. */
export async function* readJsonl(source: Source): AsyncGenerator<Imported> {
  const file = await onlyFile(source.files());
  for await (const entry of readJsonLines(file.open())) {
    const at = `line ${entry.line}`;
    if ('error' in entry) yield broken(at, entry.error);
    else yield readable(at, entry.value);
  }
}

function readable(at: string, value: unknown): Imported {
  try {
    return itemOf(at, value);
  } catch (error) {
    if (!MnemeError.isInstance(error)) throw error;
    return broken(at, error.message);
  }
}

/**
 * One line: `content` or `text`, and optionally `kind`, `scope` (or `user_id`), `id`, `speaker`, `session`, `sequence`,
 * `time`, `category`, `importance`, `tags`, `evidence`, `expires_at`, `on_conflict`, `metadata` and `source` (objects;
 * `source` for more keys). `id` becomes `source.externalId`; a line without one gets an id computed from its text, so
 * that importing it again finds it. Other keys are ignored. Types are checked here, values by the engine.
 */
export function itemOf(at: string, value: unknown): Imported {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw wrong(undefined, value, 'an object such as {"text": "…"}');
  }
  const line = value as Record<string, unknown>;
  const content = text(line, 'content') ?? text(line, 'text');
  if (content === undefined) {
    throw invalid('content', 'is missing: give "content" or "text"');
  }
  const scope = text(line, 'scope') ?? name(line, 'user_id');
  const speaker = text(line, 'speaker');
  const session = name(line, 'session');
  const sequence = number(line, 'sequence');
  const occurredAt = text(line, 'time');
  const policy = text(line, 'on_conflict');
  const evidence = texts(line, 'evidence');
  const { kind, category } = kindOf(line, { session, sequence });
  const externalId =
    name(line, 'id') ?? derivedId([scope, session, sequence, occurredAt, speaker, content]);
  const shared = {
    content,
    importance: number(line, 'importance') as Importance | undefined,
    tags: texts(line, 'tags'),
    expiresAt: time(line, 'expires_at'),
    occurredAt,
    metadata: line.metadata == null ? undefined : object(line, 'metadata'),
  };
  const source = { ...object(line, 'source'), externalId };
  const onConflict = policy === undefined ? undefined : conflictPolicy(policy, 'on_conflict');
  if (text(line, 'superseded_by') !== undefined) return skip(at, 'superseded');
  // Facts learned from an exported turn have their own lines.
  const isExported = line.confirmed_at !== undefined;
  if (kind === 'episode' && session !== undefined && evidence === undefined && !isExported)
    return { kind: 'turn', at, scope, session, sequence, speaker, ...shared, source };
  return {
    kind: 'fact',
    at,
    scope,
    byId: true,
    input: {
      ...shared,
      kind,
      category,
      evidence,
      source: { ...source, ...defined({ speaker, session, sequence }) },
      onConflict: onConflict ?? (kind === 'episode' ? 'upsert' : undefined),
    },
  };
}

/** A line with a session is an episode, unless it has a category or a kind. */
function kindOf(
  line: Record<string, unknown>,
  { session, sequence }: { session?: string; sequence?: number },
): { kind: MemoryKind; category?: MemoryCategory } {
  const said = text(line, 'kind') as MemoryKind | undefined;
  const category = text(line, 'category') as MemoryCategory | undefined;
  if (said !== undefined) return { kind: said, category };
  if (session === undefined) return { kind: 'fact', category };
  // An export from before there were kinds has a category on every record.
  const isOldTurn = line.confirmed_at !== undefined && sequence !== undefined;
  return category === undefined || isOldTurn ? { kind: 'episode' } : { kind: 'fact', category };
}

function derivedId(parts: readonly unknown[]): string {
  const hash = createHash('sha256').update(JSON.stringify(parts.map((part) => part ?? '')));
  return `line-${hash.digest('hex').slice(0, 32)}`;
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

/** In many files ids and sessions are numbers. */
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

function wrong(field: string | undefined, value: unknown, expected: string): MnemeError {
  const problem = `is ${show(value)}: give ${expected}`;
  if (field !== undefined) return invalid(field, problem);
  return new MnemeError('invalid_input', `the line ${problem}`);
}
