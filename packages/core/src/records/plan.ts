import {
  type AuditEntry,
  type ExpectedVersion,
  facet,
  isCurrent,
  type LookUpMatch,
  type MemoryRecord,
  type StoredRecord,
  type Verdict,
} from '@mneme/contract';
import { type EngineContext, readMemories, type VectorOwners } from '@mneme/contract/context';
import { decideConflict, mergeTexts, type SpokenText } from '@mneme/language/claims';
import { indexTerms } from '@mneme/language/text';
import { dotProducts } from '@mneme/language/vectors';
import type { StoreResult } from './api.ts';
import { askJudge } from './ask-judge.ts';
import { factId, hasFactId } from './fact-ids.ts';
import { newRecord } from './new-record.ts';
import { isCompared, type PlanRequest, type PreparedItem } from './prepared-item.ts';
import {
  hasNoConflicts,
  isOfSameTurn,
  mayConflict,
  recordKey,
  recordMatter,
  rewritten,
} from './record-keys.ts';
import {
  endsBefore,
  joinEnds,
  joinSayings,
  latest,
  supersede,
  versionsBefore,
} from './transitions.ts';

type Two = [SpokenText, SpokenText];

/** Answers of the judge, by pair. */
export type Judged = Map<string, Verdict>;

interface Conflict {
  record: MemoryRecord;
  similarity?: number;
  relation: Verdict;
  reason: string;
}

type Candidate = Pick<Conflict, 'record'> & { similarity?: number };

/** Near records that are compared; the specification says that 3 are enough. */
export const nearestCount = 3;
/** Records with the same external id (from `keepBoth`) that a text is compared with. */
const mostOfExternalId = 1000;

interface PlanGround {
  owners: VectorOwners;
  /** Taken ids that a new record must not replace. See `fact-ids.ts`. */
  takenIds: ReadonlySet<string>;
  judged: Judged;
}

/**
 * Decides item by item what a batch changes, based on the state of a look-up and on earlier items of the batch. It
 * writes nothing, so a plan that is out of date can be thrown away and made again.
 */
export class BatchPlan {
  readonly #context: EngineContext;
  readonly #request: PlanRequest;
  readonly #ground: PlanGround;
  /** Records after the batch, by id. */
  readonly #puts = new Map<string, StoredRecord<MemoryRecord>>();
  /** The claims of the new records, by id. */
  readonly #created = new Map<string, PreparedItem>();
  /** The last put of a text, and of an external id, so that a long batch is not searched for each item. */
  readonly #byText = new Map<string, StoredRecord<MemoryRecord>>();
  readonly #byExternalId = new Map<string, StoredRecord<MemoryRecord>>();
  readonly audit: AuditEntry[] = [];

  constructor(context: EngineContext, request: PlanRequest, ground: PlanGround) {
    this.#context = context;
    this.#request = request;
    this.#ground = ground;
  }

  get #written(): MemoryRecord[] {
    return [...this.#puts.values()].map(({ record }) => record);
  }

  get puts(): StoredRecord[] {
    return [...this.#puts.values()];
  }

  get expect(): ExpectedVersion[] {
    // A random id is free: a backend need not check.
    return versionsBefore(this.puts).filter(({ id }) => {
      const item = this.#created.get(id);
      return item === undefined || hasFactId(item);
    });
  }

  /** Ids of new records that are computed from a fact, with the fact. */
  factsOf(ids: readonly string[]): [id: string, item: PreparedItem][] {
    return ids.flatMap((id) => {
      const item = this.#created.get(id);
      return item !== undefined && hasFactId(item) ? [[id, item]] : [];
    });
  }

  async add(item: PreparedItem, match: LookUpMatch): Promise<StoreResult> {
    const result = await this.#decide(item, match);
    if (item.masked.length > 0) result.masked = item.masked;
    return result;
  }

  async #decide(item: PreparedItem, match: LookUpMatch): Promise<StoreResult> {
    const known = this.#sameExternalId(item, match);
    if (known !== undefined) return this.#underExternalId(item, known);
    if (!isCompared(item)) return this.create(item);
    const equal = this.#equal(item, match);
    if (equal !== undefined) {
      if (item.onConflict === 'reject') return rejected(equal, 'the same text is stored');
      return this.#confirm(equal, item, 'the same text is stored');
    }
    if (!mayConflict(item, this.#context.judge !== undefined)) return this.create(item);
    const found = await this.#conflicting(item, match);
    const near = found.filter(({ relation }) => relation !== 'contested');
    const contested = found.filter(({ relation }) => relation === 'contested');
    const first = near[0];
    if (first === undefined) return this.#contest(this.create(item), contested);
    const details = { similarity: first.similarity, reason: first.reason };
    if (item.onConflict === 'reject')
      return { ...rejected(first.record, first.reason), ...details };
    if (item.onConflict === 'merge') return this.#merge(first.record, item, details);
    const same = near.find(({ relation }) => relation === 'same');
    if (same !== undefined)
      return {
        ...(await this.#confirm(same.record, item, same.reason)),
        similarity: same.similarity,
      };
    // The later statement is current; a text about an earlier time joins the history.
    const later = near.find(
      ({ record, relation }) => relation === 'older' || isOfLaterTime(record, item),
    );
    if (later !== undefined) {
      const known = await this.#inHistory(item, later.record);
      if (known === undefined) return this.#createAsHistory(item, later);
      return this.#confirm(known, item, `it is in the history of ${later.record.id}`);
    }
    const replaced = near.map(({ record }) => record);
    return this.#contest(this.#supersede(item, replaced, details), contested);
  }

  async #underExternalId(item: PreparedItem, known: MemoryRecord): Promise<StoreResult> {
    if (item.onConflict === 'reject') return rejected(known, 'its externalId is taken');
    const same =
      item.onConflict === 'keepBoth'
        ? await this.#sayingTheSame(item, known)
        : saysTheSame(known, item) && known;
    if (same) {
      if (item.onConflict === 'upsert') return this.#replaceFields(same, item);
      return this.#confirm(same, item, 'same externalId and text');
    }
    // The id also depends on the text, so that a repeated call finds it.
    if (item.onConflict === 'keepBoth') return this.create(item, item.contentKey);
    return this.#supersede(item, [known], { reason: 'same externalId, new text' });
  }

  /** Among records with the same external id, the one with the same text. */
  async #sayingTheSame(item: PreparedItem, known: MemoryRecord): Promise<MemoryRecord | undefined> {
    const { externalId } = item.source;
    const { scope, now } = this.#request;
    const where = [[facet('source.externalId', externalId as string)]];
    const { records } = await this.#context.backend.list({
      scope,
      filter: { now, where },
      order: 'newest',
      limit: mostOfExternalId,
    });
    return [known, ...records, ...this.#written]
      .filter(({ source }) => source.externalId === externalId)
      .flatMap((record) => this.#current(record) ?? [])
      .find((record) => saysTheSame(record, item));
  }

  /** The record after the batch so far; absent if the batch has replaced it. */
  #current(record: MemoryRecord | undefined): MemoryRecord | undefined {
    const now = record && (this.#puts.get(record.id)?.record ?? record);
    return now?.supersededBy === undefined ? now : undefined;
  }

  #sameExternalId(item: PreparedItem, match: LookUpMatch): MemoryRecord | undefined {
    const { externalId } = item.source;
    if (externalId === undefined) return undefined;
    const earlier = this.#current(this.#byExternalId.get(externalId)?.record);
    return earlier ?? this.#current(match.sameExternalId);
  }

  #equal(item: PreparedItem, match: LookUpMatch): MemoryRecord | undefined {
    const earlier = this.#byText.get(textIndex(item.category, item.contentKey))?.record;
    return this.#current(earlier) ?? this.#current(match.equal);
  }

  /** The same text in the history of the current record, if that record replaced it. */
  async #inHistory(item: PreparedItem, { id }: MemoryRecord): Promise<MemoryRecord | undefined> {
    const history = await this.#context.backend.history(this.#request.scope, id);
    return [...history, ...this.#written].find(
      (record) =>
        record.supersededBy !== undefined &&
        record.category === item.category &&
        recordKey(record) === item.contentKey,
    );
  }

  async #conflicting(item: PreparedItem, match: LookUpMatch): Promise<Conflict[]> {
    const { related, duplicate } = this.#context.embedding.calibration;
    const found: Conflict[] = [];
    for (const candidate of this.#candidates(item, match)) {
      const { record, similarity = 0 } = candidate;
      const texts = [record, item].map(({ content, source: { speaker } }) => ({
        content,
        speaker,
      }));
      // An older statement that arrives later is compared in the order in which the two were said.
      const [stored, incoming] = (isOfLaterTime(record, item) ? texts.reverse() : texts) as Two;
      const rule = decideConflict({ stored, incoming });
      if (rule.relation !== 'same' && isOfSameTurn(record, item)) continue;
      const grey = similarity >= related && similarity < duplicate;
      const open = grey || rule.relation !== 'distinct';
      const judged = open ? await this.#judge(candidate, item) : undefined;
      // If the judge failed, nothing is replaced and nothing left out.
      const failed = this.#context.judge !== undefined && rule.relation !== 'distinct';
      const relation = judged ?? (failed ? 'contested' : rule.relation);
      if (relation === 'distinct') continue;
      const reason = judged === undefined ? rule.reason : 'the judge decided';
      const doubt = whyNotHidden({ relation, record }, item);
      if (doubt === undefined) found.push({ ...candidate, relation, reason });
      else found.push({ ...candidate, relation: 'contested', reason: `${reason}, ${doubt}` });
    }
    return found;
  }

  /** Stored records of the same matter, and the nearest by meaning, after the batch so far. */
  #candidates(item: PreparedItem, match: LookUpMatch): Candidate[] {
    const known = new Set<string>();
    const near: Candidate[] = [];
    const matter: Candidate[] = [];
    const isNew = (record: MemoryRecord) => {
      const { size } = known;
      return (
        record.supersededBy === undefined &&
        !hasNoConflicts(record) &&
        known.add(record.id).size > size
      );
    };
    // Every item is compared with all earlier ones of the batch, so objects are made only for near ones.
    const written: StoredRecord<MemoryRecord>[] = [];
    const vectors: Float32Array[] = [];
    for (const put of this.#puts.values()) {
      const { record, vector } = put;
      if (vector === undefined || record.category !== item.category || !isNew(record)) continue;
      written.push(put);
      vectors.push(vector);
    }
    const similarities = dotProducts(item.vector, vectors);
    for (const [at, { record, matter: about }] of written.entries()) {
      const candidate = { record, similarity: similarities[at] as number };
      if (about !== undefined && about === item.matter) matter.push(candidate);
      else addNear(near, candidate);
    }
    for (const { record, similarity } of match.sameMatter) {
      const current = this.#current(record);
      if (current !== undefined && isNew(current)) matter.push({ record: current, similarity });
    }
    for (const { record, similarity } of match.nearest) {
      const current = this.#current(record);
      if (current !== undefined && isNew(current)) addNear(near, { record: current, similarity });
    }
    return [...matter, ...near];
  }

  /** Undefined: there is no judge, or it failed. */
  async #judge(candidate: Candidate, item: PreparedItem): Promise<Verdict | undefined> {
    const { judge, logger } = this.#context;
    if (judge === undefined) return undefined;
    const { record: stored, similarity } = candidate;
    const { judged } = this.#ground;
    const key = JSON.stringify([stored.id, stored.version, stored.content, item.content]);
    const pair = { stored, newer: item, similarity };
    const { signal } = this.#request;
    const verdict = judged.get(key) ?? (await askJudge(judge, pair, { logger, signal }));
    if (verdict !== undefined) judged.set(key, verdict);
    return verdict;
  }

  /** A new record, without a look at others. */
  create(item: PreparedItem, predecessor = ''): StoreResult {
    const record = this.#insert(item, predecessor);
    return { id: record.id, outcome: 'created' };
  }

  #createAsHistory(
    item: PreparedItem,
    { record: newer, relation, reason, similarity }: Conflict,
  ): StoreResult {
    const record = this.#insert(item);
    this.#replace(record, newer, reason);
    const why = relation === 'older' ? 'is true' : 'is about a later time';
    return { id: record.id, outcome: 'created', similarity, reason: `${newer.id} ${why}` };
  }

  #replace(old: MemoryRecord, newer: MemoryRecord, reason: string | undefined): void {
    supersede(old, newer, reason);
    this.#log('supersede', old.id, `superseded by ${newer.id}`);
  }

  /** Both stay, and link to each other: the later one contests. */
  #contest(result: StoreResult, contested: readonly Conflict[]): StoreResult {
    const [first] = contested;
    const record = this.#puts.get(result.id)?.record;
    if (first === undefined || record === undefined) return result;
    const contests: string[] = [];
    for (const { record: other, reason } of contested) {
      const { record: stored } = this.#put(other);
      const [older, newer] =
        stored.occurredAt > record.occurredAt ? [record, stored] : [stored, record];
      newer.contests = union(newer.contests ?? [], [older.id]);
      older.contestedBy = union(older.contestedBy ?? [], [newer.id]);
      older.supersededReason = reason;
      stored.updatedAt = latest(this.#request.now, stored.updatedAt);
      this.#log('contest', newer.id, `contests ${older.id}: ${reason}`);
      contests.push(stored.id);
    }
    const { reason, similarity } = first;
    return { reason, similarity, ...result, contests };
  }

  async #confirm(existing: MemoryRecord, item: PreparedItem, why: string): Promise<StoreResult> {
    const { record } = this.#rewrite(existing, item);
    this.#log('confirm', existing.id, why);
    const contests = await this.#renew(record, item);
    const result: StoreResult = { id: existing.id, outcome: 'confirmed', reason: why };
    return contests.length === 0 ? result : { ...result, contests };
  }

  /**
   * Said again after another value: the newest statement counts, so what contested the record is contested by it. An
   * older statement that only arrives later renews nothing.
   */
  async #renew(record: MemoryRecord, item: PreparedItem): Promise<string[]> {
    const { contestedBy = [] } = record;
    if (contestedBy.length === 0) return [];
    const { backend } = this.#context;
    const { scope, now } = this.#request;
    const others = (await readMemories(backend, scope, contestedBy)).flatMap(
      (other) => this.#current(other) ?? [],
    );
    const open = others.filter((other) => isCurrent(other, now));
    const saidLast = open.every((other) => other.occurredAt < item.occurredAt || !item.timed);
    if (open.length === 0 || !saidLast) return [];
    record.occurredAt = latest(item.occurredAt, ...open.map((other) => other.occurredAt));
    const ids = open.map(({ id }) => id);
    const left = contestedBy.filter((id) => !ids.includes(id));
    if (left.length > 0) record.contestedBy = left;
    else {
      delete record.contestedBy;
      delete record.supersededReason;
    }
    record.contests = union(record.contests ?? [], ids);
    for (const other of open) {
      const { record: older } = this.#put(other);
      const rest = (older.contests ?? []).filter((id) => id !== record.id);
      if (rest.length > 0) older.contests = rest;
      else delete older.contests;
      older.contestedBy = union(older.contestedBy ?? [], [record.id]);
      older.supersededReason = 'the other value was stated again later';
      older.updatedAt = latest(now, older.updatedAt);
      this.#log('contest', record.id, `contests ${older.id}: stated again later`);
    }
    return ids;
  }

  /** An upsert of the same words: category, time, importance, tags, metadata and expiry are those given last. */
  #replaceFields(existing: MemoryRecord, item: PreparedItem): StoreResult {
    const { id } = existing;
    const why = 'same externalId and text';
    const { record } = this.#put(existing);
    const { now } = this.#request;
    const fresh = newRecord(item, { id, scope: record.scope, now });
    const { category, occurredAt, importance, tags, source } = fresh;
    Object.assign(record, { category, occurredAt, importance, tags, source });
    for (const field of ['metadata', 'expiresAt', 'evidence', 'extractedBy'] as const) {
      delete record[field];
      if (fresh[field] !== undefined) Object.assign(record, { [field]: fresh[field] });
    }
    record.confirmedAt = latest(now, record.confirmedAt);
    record.updatedAt = latest(now, record.updatedAt);
    this.#log('confirm', id, why);
    return { id, outcome: 'confirmed', reason: why };
  }

  async #merge(
    existing: MemoryRecord,
    item: PreparedItem,
    details: Partial<StoreResult>,
  ): Promise<StoreResult> {
    const merged = mergeTexts(existing.content, item.content);
    const content =
      Buffer.byteLength(merged) > this.#context.maxContentBytes ? item.content : merged;
    const { signal } = this.#request;
    const { owners } = this.#ground;
    const { vectors } = await this.#context.embedding.passages([content], { signal, owners });
    const put = this.#rewrite(existing, item);
    put.record.content = content;
    put.contentKey = recordKey(put.record);
    put.matter = recordMatter(put.record);
    put.terms = indexTerms(put.record);
    Object.assign(put, vectors[0]);
    this.#remember(put);
    this.#log('merge', existing.id, details.reason ?? 'merged');
    return { id: existing.id, outcome: 'merged', ...details };
  }

  #supersede(
    item: PreparedItem,
    replaced: MemoryRecord[],
    details: Partial<StoreResult>,
  ): StoreResult {
    const record = this.#insert(item, replaced[0]?.id);
    // If a clock was set back, the replaced record must not end before it began.
    if (!item.timed) {
      record.occurredAt = latest(record.occurredAt, ...replaced.map((old) => old.occurredAt));
      record.createdAt = latest(record.createdAt, record.occurredAt);
      record.confirmedAt = record.createdAt;
      record.updatedAt = record.createdAt;
    }
    for (const old of replaced) {
      const put = this.#put(old);
      put.record.updatedAt = this.#request.now;
      this.#replace(put.record, record, details.reason);
    }
    return {
      id: record.id,
      outcome: 'superseded',
      superseded: replaced.map(({ id }) => id),
      ...details,
    };
  }

  #insert(item: PreparedItem, predecessor = ''): MemoryRecord {
    const { scope, now, reason } = this.#request;
    const record = newRecord(item, { id: this.#newId(item, predecessor), scope, now });
    const { contentKey: key, vector, nextVector, terms, matter } = item;
    const put = { record, contentKey: key, vector, nextVector, terms, matter };
    this.#remember(put);
    // A later text of the same batch may replace this one.
    if (item.source.externalId !== undefined) this.#byExternalId.set(item.source.externalId, put);
    this.#created.set(record.id, item);
    this.#log('create', record.id, reason);
    return record;
  }

  #newId(item: PreparedItem, predecessor: string): string {
    if (!hasFactId(item)) return this.#context.makeId();
    const { takenIds } = this.#ground;
    let id = factId(this.#request, item, predecessor);
    while (this.#puts.has(id) || takenIds.has(id)) id = factId(this.#request, item, id);
    return id;
  }

  /** The stored record, confirmed by another statement of it. */
  #rewrite(existing: MemoryRecord, item: PreparedItem): StoredRecord<MemoryRecord> {
    const put = this.#put(existing);
    const { record } = put;
    joinSayings(record, item, { later: item });
    record.confirmedAt = latest(this.#request.now, record.confirmedAt);
    record.updatedAt = latest(this.#request.now, record.updatedAt);
    joinEnds(record, item);
    return put;
  }

  #put(record: MemoryRecord): StoredRecord<MemoryRecord> {
    const known = this.#puts.get(record.id);
    if (known !== undefined) return known;
    const put = rewritten({ ...record, version: record.version + 1 });
    this.#remember(put);
    return put;
  }

  #remember(put: StoredRecord<MemoryRecord>): void {
    this.#puts.set(put.record.id, put);
    this.#byText.set(textIndex(put.record.category, put.contentKey), put);
    const { externalId } = put.record.source;
    if (externalId === undefined) return;
    // The replaced record is put after its replacement, whose id is known now.
    if (this.#current(this.#byExternalId.get(externalId)?.record) === undefined)
      this.#byExternalId.set(externalId, put);
  }

  #log(action: AuditEntry['action'], id: string, reason: string): void {
    const { scope, now, actor } = this.#request;
    this.audit.push({ at: now, action, scope, id, actor, reason });
  }
}

/** Inserts into the nearest, sorted; among equals the one added first comes first. */
function addNear(near: Candidate[], candidate: Candidate): void {
  const { similarity = 0 } = candidate;
  const behind = near.findIndex((other) => (other.similarity ?? 0) < similarity);
  if (behind >= 0) near.splice(behind, 0, candidate);
  else if (near.length < nearestCount) near.push(candidate);
  if (near.length > nearestCount) near.pop();
}

function textIndex(category: string | undefined, key: string): string {
  return `${category ?? ''} ${key}`;
}

/**
 * Why a text replaces a record, or a record a text, only for a time or perhaps: a fact learned from turns does not hide a
 * fact that a caller stored, and a fact that ends does not hide a longer one. Undefined: nothing speaks against it.
 */
function whyNotHidden(
  { relation, record }: Pick<Conflict, 'relation' | 'record'>,
  item: PreparedItem,
): string | undefined {
  if (relation !== 'update' && relation !== 'older') return undefined;
  const stays = relation === 'older' || isOfLaterTime(record, item);
  const [hidden, hiding] = stays ? [item, record] : [record, item];
  if (hidden.extractedBy === undefined && hiding.extractedBy !== undefined)
    return 'of what was learned';
  return endsBefore(hiding, hidden) ? 'for a time' : undefined;
}

function saysTheSame(record: MemoryRecord, item: PreparedItem): boolean {
  return recordKey({ ...item, content: record.content }) === item.contentKey;
}

function rejected(inTheWay: MemoryRecord, reason: string): StoreResult {
  return { id: inTheWay.id, outcome: 'rejected', reason };
}

function union(...lists: (readonly string[])[]): string[] {
  return [...new Set(lists.flat())];
}

/**
 * Whether a record is about a later time than a text. If the text has no time, the order of writes decides, whatever
 * the clocks said; then only a record whose time was in the future when it was written is later.
 */
function isOfLaterTime(record: MemoryRecord, { occurredAt, timed }: PreparedItem): boolean {
  return record.occurredAt > occurredAt && (timed || record.occurredAt > record.updatedAt);
}
