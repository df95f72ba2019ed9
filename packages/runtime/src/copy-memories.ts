import {
  type AuditEntry,
  type MemoryBackend,
  type MemoryRecord,
  MnemeError,
  type SecretPolicy,
} from '@mneme/core';
import { compareTexts, isMemory, type KeyBackend, type StoredRecord } from '@mneme/core/backend';
import { gate, indexTerms } from '@mneme/core/faces';
import { listOf, parseName } from '@mneme/core/input';
import {
  type CopiedDocuments,
  type CopyDocumentsOptions,
  copyDocuments,
  scopesOf,
} from './copy-documents.ts';
import { copySessions } from './copy-sessions.ts';
import { readForgotten, writeForgotten } from './forgotten-notes.ts';
import { gateRecord, type RecordToPut } from './gate-record.ts';
import type { OpenedBackend } from './store-address.ts';

/** Records in one read and in one write. */
export const batchSize = 256;

/** Options of a copy. */
export interface CopyOptions {
  /** Neither backend has been opened yet; both stay open. */
  from: OpenedBackend;
  to: OpenedBackend;
  /** Default: every scope. */
  scopes?: readonly string[];
  /** What happens to a record or an audit line with a secret. Default: `reject`, which ends the copy. */
  secrets?: SecretPolicy;
  signal?: AbortSignal;
  /** Called after each write, with what is stored in the target. */
  onProgress?: (progress: { scope: string; done: number }) => void;
  /** Called after each version of a document. */
  onDocuments?: CopyDocumentsOptions['onProgress'];
}

/** The result of a copy. */
export interface CopyReport {
  scopes: {
    scope: string;
    records: number;
    /** Records of these that the target had already, from an interrupted run. */
    known: number;
    auditLines: number;
    /** Records that the target had from an earlier copy, and that the source has removed since. */
    removed: number;
    /** Sessions with a summary, or with a cursor of `consolidate`. */
    sessions: number;
    /** SHA-256 over all records ordered by id, the same on both sides. */
    checksum: string;
  }[];
  /** Absent: the source or the target has no documents. */
  documents?: CopiedDocuments;
  /** Server keys. Absent: the source or the target has none. */
  keys?: number;
  /** What the source has and the target does not support. */
  left: ('documents' | 'keys')[];
}

/**
 * Copies records with their ids, times, history, vectors and audit lines, notes on their sessions and on what was
 * forgotten, documents with all versions, and server keys, and then reads both sides once more: rejects with `conflict`
 * if counts or checksums differ. What the target has already is skipped, so a repeated call continues an interrupted
 * copy; what the source has removed since is removed, as far as its audit names it. The source is only read.
 */
export async function copyMemories(options: CopyOptions): Promise<CopyReport> {
  const { from, to } = options;
  const asked = options.scopes && listOf(parseName)(options.scopes, 'scopes');
  await from.open({});
  const { embedder } = await from.stats(undefined, new Date().toISOString());
  await to.open({ embedder });
  const report: CopyReport = { scopes: [], left: [] };
  for (const scope of asked ?? (await from.scopes())) {
    const { done, known, sessions } = await copyScope(scope, options);
    const removed = await carryRemovals(scope, options);
    const auditLines = await copyAudit(scope, options);
    const [source, target] = await Promise.all([
      digest(from, scope, options),
      digest(to, scope, { ...options, secrets: 'allow' }),
    ]);
    if (source.checksum !== target.checksum || source.records !== target.records) {
      throw new MnemeError(
        'conflict',
        `scope ${scope} has ${source.records} records in the source and ${target.records} in the target, or their contents differ: if somebody wrote meanwhile, run the copy again; records that only the target has stay there`,
      );
    }
    const { checksum } = source;
    report.scopes.push({ scope, records: done, known, auditLines, removed, sessions, checksum });
  }
  await copyRest(options, { asked, report });
  return report;
}

/** What is stored beside records. */
async function copyRest(
  { from, to, secrets = 'reject', signal, onDocuments }: CopyOptions,
  { asked: scopes, report }: { asked: readonly string[] | undefined; report: CopyReport },
): Promise<void> {
  if (from.documents !== undefined && to.documents !== undefined) {
    const documents = { from: from.documents, to: to.documents };
    report.documents = await copyDocuments({
      ...documents,
      scopes,
      secrets,
      signal,
      onProgress: onDocuments,
    });
  } else if (from.documents !== undefined) {
    const kept = await scopesOf(from.documents);
    if (kept.some((scope) => scopes?.includes(scope) ?? true)) report.left.push('documents');
  }
  if (from.keys === undefined) return;
  const keys = await from.keys.listKeys(undefined);
  if (to.keys !== undefined) report.keys = await copyKeys({ from: from.keys, to: to.keys, scopes });
  else if (keys.some(({ scope }) => scopes?.includes(scope) ?? true)) report.left.push('keys');
}

/** Copies the keys of a server, including revoked ones. Returns how many. */
async function copyKeys({
  from,
  to,
  scopes,
}: {
  from: KeyBackend;
  to: KeyBackend;
  scopes: readonly string[] | undefined;
}): Promise<number> {
  let copied = 0;
  for (const { revokedAt, ...key } of await from.listKeys(undefined)) {
    if (scopes !== undefined && !scopes.includes(key.scope)) continue;
    const there = await to.getKey(key.id);
    if (there === undefined) await to.addKey(key);
    else if (there.hash !== key.hash)
      throw new MnemeError('conflict', `the target has another key of the id ${key.id}`);
    if (revokedAt !== undefined) await to.revokeKey(key.id, revokedAt);
    copied += 1;
  }
  return copied;
}

async function copyScope(
  scope: string,
  { from, to, secrets = 'reject', signal, onProgress }: CopyOptions,
): Promise<{ done: number; known: number; sessions: number }> {
  let done = 0;
  let known = 0;
  const named = new Set<string>();
  for await (const rows of pages(from, scope, { vectors: true, signal })) {
    const gated = rows.map((row) => gateStored(row, secrets));
    const written = await putMissing(to, scope, gated);
    done += rows.length;
    known += rows.length - written;
    for (const { record } of rows)
      if (record.source.session !== undefined) named.add(record.source.session);
    onProgress?.({ scope, done });
  }
  // After the turns, so that a session's cursor never points to turns that are missing.
  const sessions = await copySessions(scope, { from, to, sessions: [...named], secrets });
  const forgotten = await readForgotten(from, scope);
  if (forgotten !== undefined) await writeForgotten(to, scope, forgotten);
  return { done, known, sessions };
}

/** Records of the source from before this gate, or that it was set to allow. The error names the record. */
function gateStored(stored: RecordToPut, secrets: SecretPolicy): RecordToPut {
  try {
    return gateRecord(stored, secrets);
  } catch (error) {
    if (!MnemeError.isInstance(error)) throw error;
    throw new MnemeError(error.code, `record ${stored.record.id}: ${error.message}`, {
      field: error.field,
      cause: error,
    });
  }
}

/** Writes the records that the target does not have in exactly this form; returns how many. */
export async function putMissing(
  to: MemoryBackend,
  scope: string,
  rows: readonly RecordToPut[],
): Promise<number> {
  const { recordKey, recordMatter } = await import('@mneme/core/keys');
  const ids = rows.map(({ record }) => record.id);
  const stored = await to.get(scope, ids, { vectors: true });
  const there = new Map(stored.map((row) => [row.record.id, row]));
  const isThere = ({ record, vector }: RecordToPut) => {
    const known = there.get(record.id);
    if (known === undefined || !isMemory(known.record)) return false;
    const isSame = canonical(known.record) === canonical(record);
    return isSame && (vector === undefined || known.vector !== undefined);
  };
  const puts = rows
    .filter((row) => !isThere(row))
    .map(({ record, vector }): StoredRecord => {
      const isOther = (there.get(record.id)?.record.content ?? record.content) !== record.content;
      return {
        record,
        contentKey: recordKey(record),
        matter: recordMatter(record),
        ...(vector === undefined && isOther ? { dropsVector: true } : { vector }),
        terms: indexTerms(record),
      };
    });
  if (puts.length > 0)
    await to.commit({
      scope,
      expect: [],
      puts,
      removals: [],
      overwrites: stored.length > 0,
      audit: [],
    });
  return puts.length;
}

/** Audit lines that the target does not have, oldest first. */
async function copyAudit(
  scope: string,
  { from, to, secrets = 'reject' }: CopyOptions,
): Promise<number> {
  const limit = Number.MAX_SAFE_INTEGER;
  const key = ({ at, action, id, actor, reason }: AuditEntry) =>
    JSON.stringify([at, action, id, actor, reason]);
  const lines = (await from.audit({ scope, limit })).map((line) => gate(line, secrets).value);
  const there = new Set((await to.audit({ scope, limit })).map(key));
  const missing = lines.filter((line) => !there.has(key(line))).reverse();
  for (let start = 0; start < missing.length; start += batchSize) {
    const audit = missing.slice(start, start + batchSize);
    await to.commit({ scope, expect: [], puts: [], removals: [], audit });
  }
  return lines.length;
}

/** Removes from the target what the audit of the source names and the source no longer has. Returns how many. */
async function carryRemovals(scope: string, { from, to, signal }: CopyOptions): Promise<number> {
  const lines = await from.audit({ scope, limit: Number.MAX_SAFE_INTEGER });
  const named = [...new Set(lines.flatMap(({ id }) => id ?? []))];
  let removed = 0;
  for (let start = 0; start < named.length; start += batchSize) {
    signal?.throwIfAborted();
    const ids = named.slice(start, start + batchSize);
    const kept = new Set((await from.get(scope, ids)).map(({ record }) => record.id));
    const gone = (await to.get(scope, ids)).filter(({ record }) => !kept.has(record.id));
    if (gone.length === 0) continue;
    const expect = gone.map(({ record: { id, version } }) => ({ id, version }));
    const removals = expect.map(({ id }) => id);
    const result = await to.commit({ scope, expect, puts: [], removals, audit: [] });
    if (result.committed) removed += result.removed.length;
  }
  return removed;
}

async function digest(
  backend: MemoryBackend,
  scope: string,
  { secrets = 'reject', signal }: CopyOptions,
): Promise<{ records: number; checksum: string }> {
  const hash = process.getBuiltinModule('node:crypto').createHash('sha256');
  let records = 0;
  for await (const page of pages(backend, scope, { signal })) {
    for (const { record } of page) hash.update(canonical(gate(record, secrets).value)).update('\n');
    records += page.length;
  }
  return { records, checksum: hash.digest('hex') };
}

/** Every record of a scope, ordered by id. */
export async function* pages(
  backend: MemoryBackend,
  scope: string,
  { vectors, signal }: { vectors?: boolean; signal?: AbortSignal },
): AsyncGenerator<RecordToPut[]> {
  let cursor: string | undefined;
  do {
    signal?.throwIfAborted();
    const { rows, nextCursor } = await backend.scan({ scope, cursor, limit: batchSize });
    const ids = rows.map(({ id }) => id);
    const page = ids.length === 0 ? [] : await backend.get(scope, ids, { vectors });
    if (page.length > 0)
      yield page.flatMap(({ record, ...more }) => (isMemory(record) ? [{ record, ...more }] : []));
    cursor = nextCursor;
  } while (cursor !== undefined);
}

/** Everything except the access counts, which readers change at any time. */
function canonical({ accessCount: _, lastAccessedAt: __, ...record }: MemoryRecord): string {
  return JSON.stringify(sorted(record));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => compareTexts(a, b))
      .map(([key, entry]) => [key, sorted(entry)]),
  );
}
