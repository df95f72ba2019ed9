import { isCurrent, type MemoryRecord, MnemeError, pages, type ScanRow } from '@mneme/contract';
import {
  type EngineContext,
  readMemories,
  readVectors,
  throwIfAborted,
} from '@mneme/contract/context';
import { secretsIn } from '@mneme/contract/gate';
import { contentKey, decideConflict } from '@mneme/language/claims';
import { indexTerms } from '@mneme/language/text';
import { recordKey } from '../records/later.ts';
import type { DoctorOptions } from './api.ts';
import type { Findings } from './findings.ts';
import { findingsOfAge, mayBeMerged } from './rules.ts';

const pageSize = 200;
const comparedTerms = 12;

interface Examination
  extends Required<Pick<DoctorOptions, 'staleDays' | 'near' | 'maxRecords'>>,
    Pick<DoctorOptions, 'signal' | 'onProgress'> {
  scope: string;
  findings: Findings;
  now: string;
}

/** Page by page. The check of the store reports damage. Returns the number of records. */
export async function examineRecords(
  context: EngineContext,
  examination: Examination,
): Promise<number> {
  const { scope, findings, now, staleDays, maxRecords, signal, onProgress } = examination;
  const { backend, decay } = context;
  const stats = await backend.stats(scope, now);
  const total = stats.current + stats.superseded + stats.expired;
  if (total > maxRecords)
    findings.add('oversized', {
      scope,
      problem: `${total} memories, and ${maxRecords} is the cap`,
    });
  let done = 0;
  const read = (cursor?: string) => backend.scan({ scope, cursor, limit: pageSize });
  for await (const { rows } of pages(read, signal)) {
    for (const row of rows)
      for (const kind of findingsOfAge(row, { now, staleDays, decay }))
        findings.add(kind, { scope, id: row.id }, { fixable: kind === 'expired' });
    await examinePage(context, examination, rows);
    done += rows.length;
    onProgress?.({ scope, done, total: Math.max(total, done) });
  }
  return done;
}

async function examinePage(
  context: EngineContext,
  examination: Examination,
  rows: readonly ScanRow[],
): Promise<void> {
  const { scope, findings, now } = examination;
  const records = await readable(
    rows.map(({ id }) => id),
    (ids) => readMemories(context.backend, scope, ids),
  );
  for (const record of records) {
    const { content, tags, source, metadata } = record;
    const kinds = await secretsIn({ content, tags, source, metadata });
    if (kinds.length > 0)
      findings.add('secret', { scope, id: record.id, problem: kinds.join(', ') });
  }
  const current = records.filter((record) => isCurrent(record, now));
  for (const { id, contests = [] } of current)
    for (const other of contests) findings.add('contested', { scope, id, other });
  await compare(context, examination, current);
}

/** If a record of the page is damaged, the others are read one by one. */
async function readable<Found>(
  ids: readonly string[],
  read: (ids: readonly string[]) => Promise<Found[]>,
): Promise<Found[]> {
  const found = await unlessDamaged(read(ids), () => undefined);
  if (found !== undefined || ids.length <= 1) return found ?? [];
  const half = Math.ceil(ids.length / 2);
  const first = await readable(ids.slice(0, half), read);
  return [...first, ...(await readable(ids.slice(half), read))];
}

/** Each record with those that say the same, and those that nearly do. */
async function compare(
  context: EngineContext,
  { scope, findings, now, near, signal }: Examination,
  records: readonly MemoryRecord[],
): Promise<void> {
  if (records.length === 0) return;
  throwIfAborted(signal);
  const { backend, embedding } = context;
  const owner = (await backend.stats(scope, now)).embedder;
  const ids = records.map(({ id }) => id);
  const vectors = new Map(
    near && owner !== undefined
      ? await readable(ids, async (some) => [...(await readVectors(backend, scope, some))])
      : [],
  );
  const probes = records.map((record) => ({
    category: record.category,
    contentKey: recordKey(record),
    vector: vectors.get(record.id),
    terms: [...new Set(indexTerms(record))].slice(0, comparedTerms),
    limit: 3,
  }));
  const request = { scope, now, probes, ...(vectors.size > 0 && { embedder: owner }) };
  const matches = await unlessDamaged(backend.lookUp(request), () => []);
  for (const [index, record] of records.entries()) {
    const match = matches[index];
    const equal = match?.equal;
    if (equal !== undefined && equal.id !== record.id && mayBeMerged(record, equal)) {
      findings.add('duplicate', { scope, id: record.id, other: equal.id }, { fixable: true });
      continue;
    }
    const alike = match?.nearest.find(({ record: other, similarity }) => {
      if (other.id <= record.id || !mayBeMerged(record, other)) return false; // Each pair once.
      const pair = { stored: saidIn(other), incoming: saidIn(record) };
      return (
        similarity >= embedding.calibration.duplicate &&
        contentKey(other.content) !== contentKey(record.content) &&
        ['same', 'contested'].includes(decideConflict(pair).relation)
      );
    });
    if (alike !== undefined)
      findings.add('near_duplicate', { scope, id: record.id, other: alike.record.id });
  }
}

function saidIn({ content, source: { speaker } }: MemoryRecord) {
  return { content, ...(speaker === undefined ? {} : { speaker }) };
}

/** The result of the read, or a fallback if the record is damaged or sealed with a destroyed key. */
export function unlessDamaged<Found, Instead>(
  reading: Promise<Found>,
  instead: (error: MnemeError) => Instead,
): Promise<Found | Instead> {
  return reading.catch((error: unknown) => {
    const isDamage = MnemeError.isInstance(error) && ['damaged', 'wrong_key'].includes(error.code);
    if (!isDamage) throw error;
    return instead(error);
  });
}
