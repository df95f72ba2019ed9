import {
  type AuditEntry,
  isExpired,
  type MemoryRecord,
  MnemeError,
  type StoredRecord,
} from '@mneme/contract';
import {
  type EngineContext,
  noMemory,
  readMemories,
  untilCommitted,
  type VectorOwners,
} from '@mneme/contract/context';
import { gate, gateLong } from '@mneme/contract/gate';
import {
  assertKind,
  parseId,
  parseOptions,
  parseUpdateInput,
  type Update,
  type UpdateInput,
} from '@mneme/contract/input';
import { indexTerms, textToEmbed } from '@mneme/language/text';
import type { GetOptions, UpdateOptions, UpdateResult } from './api.ts';
import { changeFields } from './option-fields.ts';
import { assertVersion, nextVersion, supersede, versionsBefore } from './transitions.ts';

/**
 * The record keeps its id. A new text is current from now on; the old one gets a new id and is replaced by the record,
 * so that history and questions about an earlier time still find it.
 */
export async function update(
  context: EngineContext,
  scope: string,
  {
    id: given,
    changes,
    options,
  }: { id: string; changes: UpdateInput; options: UpdateOptions & GetOptions },
): Promise<UpdateResult> {
  const { version, includeExpired, signal, ...by } = parseOptions(options, changeFields);
  const { actor = 'application', reason = '' } = by;
  const id = parseId(given);
  const now = context.now();
  // Of an expired memory the expiry may be past, too.
  const after = includeExpired ? '' : now;
  const checked = parseUpdateInput(changes, {
    now: after,
    maxContentBytes: context.maxContentBytes,
  });
  const { value: change, masked } = await gateLong(checked, context.secrets);
  const line = { at: now, ...gate({ scope, actor, reason }, context.secrets).value };
  const done = await untilCommitted(
    () =>
      context.embedding.follow(() =>
        tryOnce(context, { id, version, includeExpired, change, line, signal }),
      ),
    {
      what: `the memory ${id}`,
      meanwhile: 'it was updated',
      queue: { queues: context.queues, key: JSON.stringify(['memory', scope, id]) },
      signal,
    },
  );
  return masked.length > 0 ? { ...done, masked } : done;
}

interface Attempt {
  id: string;
  version: number | undefined;
  includeExpired: boolean | undefined;
  change: Update;
  line: Omit<AuditEntry, 'action' | 'id'>;
  signal: AbortSignal | undefined;
}

/** Undefined if another writer was faster. */
async function tryOnce(
  context: EngineContext,
  { id, version, includeExpired = false, change, line, signal }: Attempt,
): Promise<UpdateResult | undefined> {
  const { scope, at: now } = line;
  const { recordKey, recordMatter } = await import('./later.ts');
  const old = await currentRecord(context, { scope, id, now, includeExpired });
  assertVersion(old, version);
  const changed = (Object.keys(change) as (keyof Update)[]).filter(
    (key) => JSON.stringify(change[key]) !== JSON.stringify(old[key]),
  );
  if (changed.length === 0) return { id, outcome: 'unchanged' };
  const record = withChange(old, change, line);
  assertKind(record);
  const isNewText = record.content !== old.content;
  const key = recordKey(record);
  // Of two records with the same words (from `keepBoth`), each can still be changed in other fields.
  const [match] =
    isNewText || changed.includes('category')
      ? await context.backend.lookUp({
          scope,
          now,
          probes: [{ category: record.category, contentKey: key, limit: 0 }],
        })
      : [];
  const equal = match?.equal;
  if (equal !== undefined && equal.id !== id) {
    throw new MnemeError(
      'conflict',
      `the memory ${equal.id} says the same: delete one of the two, or update that one`,
      { field: 'content' },
    );
  }
  const put: StoredRecord = { record, contentKey: key, matter: recordMatter(record) };
  if (isNewText || changed.includes('tags')) put.terms = indexTerms(record);
  const puts = [put];
  const notes: StoredRecord[] = [];
  const reason = line.reason === '' ? `updated: ${changed.join(', ')}` : line.reason;
  const audit: AuditEntry[] = [{ ...line, action: 'update', id, reason }];
  const result: UpdateResult = { id, outcome: 'updated' };
  let owners: Partial<VectorOwners> = {};
  if (isNewText) {
    const history = { id: context.makeId(), newer: record, actor: line.actor };
    const replaced = asHistory(old, history);
    const texts = [record, replaced].map(textToEmbed);
    const made = await context.embedding.passages(texts, { signal });
    Object.assign(put, made.vectors[0]);
    owners = made.owners;
    puts.push({
      record: replaced,
      contentKey: recordKey(old),
      ...made.vectors[1],
      terms: indexTerms(old),
    });
    const superseded = `superseded by ${id}`;
    audit.push({ ...line, action: 'supersede', id: replaced.id, reason: superseded });
    result.replaced = replaced.id;
    notes.push(...(await correctionNotes(context, old, record)));
  }
  const { committed } = await context.backend.commit({
    scope,
    ...owners,
    expect: versionsBefore([...puts, ...notes]),
    puts: [...puts, ...notes],
    removals: [],
    // The record in the history has only what belongs to the old text.
    overwrites: !isNewText && (changed.includes('metadata') || changed.includes('tags')),
    audit,
  });
  return committed ? result : undefined;
}

/** The old text of a learned fact is not learned again; the new text may be, whatever was forgotten before. */
async function correctionNotes(
  context: EngineContext,
  old: MemoryRecord,
  record: MemoryRecord,
): Promise<StoredRecord[]> {
  if (record.kind !== 'fact') return [];
  const { buried, tombstonesOf } = await import('./later.ts');
  const { scope } = record;
  const lifted = (await tombstonesOf(context, scope, [record]))?.lifted([0]).puts ?? [];
  if (old.extractedBy === undefined || lifted.length > 0) return lifted;
  return (await buried(context, scope, { claims: [old], corrected: true })).puts;
}

async function currentRecord(
  { backend }: EngineContext,
  {
    scope,
    id,
    now,
    includeExpired,
  }: { scope: string; id: string; now: string; includeExpired: boolean },
): Promise<MemoryRecord> {
  const [record] = await readMemories(backend, scope, [id]);
  if (record === undefined || (!includeExpired && isExpired(record, now))) throw noMemory(id);
  if (record.supersededBy === undefined) return record;
  throw new MnemeError(
    'conflict',
    `the memory ${id} was replaced by ${record.supersededBy}: update that one`,
    { field: 'id' },
  );
}

function withChange(
  old: MemoryRecord,
  change: Update,
  { at: now, actor }: Pick<AuditEntry, 'at' | 'actor'>,
): MemoryRecord {
  const record = nextVersion({ ...old, ...change } as MemoryRecord, now);
  if (record.expiresAt === undefined) delete record.expiresAt;
  if (record.metadata === undefined) delete record.metadata;
  if (record.disclosure === undefined) delete record.disclosure;
  if (record.content === old.content) return record;
  record.confirmedAt = record.updatedAt;
  // The new words are the editor's, and not those of a speaker or an extractor.
  if (record.kind === 'fact' && record.extractedBy !== undefined) {
    delete record.extractedBy;
    const { speaker: _, ...source } = record.source;
    record.source = { ...source, editedBy: actor };
  }
  // The old text of a fact was true until now; that of a turn, or of a future time, has no end.
  if (record.kind === 'fact' && now > old.occurredAt) record.occurredAt = now;
  return record;
}

function asHistory(
  old: MemoryRecord,
  { id, newer, actor }: { id: string; newer: MemoryRecord; actor: string },
): MemoryRecord {
  const { contests: _, contestedBy: __, ...said } = old;
  const history = { ...said, id, version: 1, updatedAt: newer.updatedAt };
  supersede(history, newer, `updated by ${actor}`);
  return history;
}
