import { contentKey, decideConflict, mergeTexts } from '../conflict/index.ts';
import {
  type AuditEntry,
  type ExpectedVersion,
  type Importance,
  type LookUpMatch,
  type MemoryRecord,
  MnemeError,
  type Relation,
  type StoredRecord,
} from '../contract/index.ts';
import type { EngineContext, VectorOwners } from '../engine/index.ts';
import { indexTerms, utf8Length } from '../text/index.ts';
import type { StoreResult } from './api.ts';
import { factId, hasFactId } from './fact-ids.ts';
import { joinMetadata } from './join-metadata.ts';
import type { PlanRequest, PreparedItem } from './prepared-item.ts';

/** What the judge has said, by the pair it was asked about. */
export type Judged = Map<string, Relation>;

interface Conflict {
  record: MemoryRecord;
  similarity: number;
  relation: Relation;
  reason: string;
}

interface PlanGround {
  owners: VectorOwners;
  /** Ids that records bear which a new record must not replace. See `fact-ids.ts`. */
  takenIds: ReadonlySet<string>;
  judged: Judged;
}

/**
 * Decides item by item what a batch changes, on the state that a look-up gave and on what earlier items of the same
 * batch do to it. Nothing is written here, so a plan whose ground has shifted is thrown away and made again.
 */
export class BatchPlan {
  readonly #context: EngineContext;
  readonly #request: PlanRequest;
  readonly #ground: PlanGround;
  /** Records as they will be, by id. */
  readonly #puts = new Map<string, StoredRecord>();
  /** The version that each put is to find, by id. */
  readonly #expected = new Map<string, number>();
  /** What the new records say, by id. */
  readonly #created = new Map<string, PreparedItem>();
  /** The last put of a text, and of an external id, so that a long batch is not searched for each item. */
  readonly #byText = new Map<string, StoredRecord>();
  readonly #byExternalId = new Map<string, StoredRecord>();
  readonly audit: AuditEntry[] = [];

  constructor(context: EngineContext, request: PlanRequest, ground: PlanGround) {
    this.#context = context;
    this.#request = request;
    this.#ground = ground;
  }

  get puts(): StoredRecord[] {
    return [...this.#puts.values()];
  }

  get expect(): ExpectedVersion[] {
    return [...this.#expected].map(([id, version]) => ({ id, version }));
  }

  /** Those of the ids that new records were to have which are made from a fact, with the fact. */
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
    if (known !== undefined) {
      if (contentKey(known.content) === item.contentKey)
        return this.#confirm(known, item, 'same externalId and text');
      return this.#supersede(item, [known], { reason: 'same externalId, new text' });
    }
    if (item.onConflict === 'keepBoth') return this.#create(item);
    const equal = this.#equal(item, match);
    if (equal !== undefined) {
      if (item.onConflict === 'reject') return rejected(equal, 'the same text is stored');
      return this.#confirm(equal, item, 'the same text is stored');
    }
    const near = await this.#conflicting(item, match);
    const first = near[0];
    if (first === undefined) return this.#create(item);
    const details = { similarity: first.similarity, reason: first.reason };
    if (item.onConflict === 'reject')
      return { ...rejected(first.record, first.reason), ...details };
    if (item.onConflict === 'merge') return this.#merge(first.record, item, details);
    // What is said later holds; a text about an earlier time joins the history.
    if (isOfLaterTime(first.record, item))
      return this.#createAsHistory(item, first.record, details);
    const replaced = near.filter(({ record }) => !isOfLaterTime(record, item));
    const sayTheSame = near.every(({ relation }) => relation === 'same');
    return this.#supersede(
      sayTheSame ? this.#inherit(item, replaced) : item,
      replaced.map(({ record }) => record),
      details,
    );
  }

  /** The record as the batch leaves it; absent if the batch has replaced it. */
  #current(record: MemoryRecord): MemoryRecord | undefined {
    const now = this.#puts.get(record.id)?.record ?? record;
    return now.supersededBy === undefined ? now : undefined;
  }

  #sameExternalId(item: PreparedItem, match: LookUpMatch): MemoryRecord | undefined {
    const { externalId } = item.source;
    if (externalId === undefined) return undefined;
    const earlier = this.#byExternalId.get(externalId)?.record;
    if (earlier !== undefined && earlier.supersededBy === undefined) return earlier;
    return match.sameExternalId && this.#current(match.sameExternalId);
  }

  #equal(item: PreparedItem, match: LookUpMatch): MemoryRecord | undefined {
    const earlier = this.#byText.get(textIndex(item.category, item.contentKey))?.record;
    if (earlier !== undefined && earlier.supersededBy === undefined) return earlier;
    return match.equal && this.#current(match.equal);
  }

  async #conflicting(item: PreparedItem, match: LookUpMatch): Promise<Conflict[]> {
    const { calibration } = this.#context.embedding;
    const candidates: { record: MemoryRecord; similarity: number }[] = [];
    for (const { record, similarity } of match.nearest) {
      const current = this.#current(record);
      if (current !== undefined) candidates.push({ record: current, similarity });
    }
    for (const { record, vector } of this.#puts.values()) {
      if (
        vector === undefined ||
        record.category !== item.category ||
        record.supersededBy !== undefined
      )
        continue;
      if (candidates.some((candidate) => candidate.record.id === record.id)) continue;
      candidates.push({ record, similarity: dot(vector, item.vector) });
    }
    candidates.sort((a, b) => b.similarity - a.similarity);
    const found: Conflict[] = [];
    for (const candidate of candidates.slice(0, 3)) {
      const rule = decideConflict(
        {
          stored: candidate.record.content,
          incoming: item.content,
          similarity: candidate.similarity,
        },
        { calibration },
      );
      const open =
        candidate.similarity >= calibration.related && candidate.similarity < calibration.duplicate;
      const judged = open ? await this.#judge(candidate, item) : undefined;
      const relation = judged ?? rule.relation;
      if (relation === 'distinct') continue;
      found.push({
        ...candidate,
        relation,
        reason: judged === undefined ? rule.reason : 'the judge decided',
      });
    }
    return found;
  }

  async #judge(candidate: { record: MemoryRecord; similarity: number }, item: PreparedItem) {
    const { judge, logger } = this.#context;
    if (judge === undefined) return undefined;
    const { record: stored, similarity } = candidate;
    const { judged } = this.#ground;
    const pair = JSON.stringify([stored.id, stored.version, stored.content, item.content]);
    try {
      const relation =
        judged.get(pair) ??
        (await judge(
          { stored, incoming: item.content, similarity },
          { signal: this.#request.signal },
        ));
      judged.set(pair, relation);
      return relation;
    } catch (error) {
      logger.warn('the judge failed, so the rules decide', { id: stored.id, error });
      return undefined;
    }
  }

  #create(item: PreparedItem): StoreResult {
    const record = this.#insert(item);
    return { id: record.id, outcome: 'created' };
  }

  #createAsHistory(
    item: PreparedItem,
    newer: MemoryRecord,
    details: Partial<StoreResult>,
  ): StoreResult {
    const record = this.#insert(item);
    record.supersededBy = newer.id;
    record.validTo = newer.occurredAt;
    this.#log('supersede', record.id, `superseded by ${newer.id}`);
    return {
      id: record.id,
      outcome: 'created',
      ...details,
      reason: `${newer.id} says it of a later time`,
    };
  }

  #confirm(existing: MemoryRecord, item: PreparedItem, why: string): StoreResult {
    this.#rewrite(existing, item);
    this.#log('confirm', existing.id, why);
    return { id: existing.id, outcome: 'confirmed', reason: why };
  }

  async #merge(
    existing: MemoryRecord,
    item: PreparedItem,
    details: Partial<StoreResult>,
  ): Promise<StoreResult> {
    const merged = mergeTexts(existing.content, item.content);
    const content = utf8Length(merged) > this.#context.maxContentBytes ? item.content : merged;
    const { signal } = this.#request;
    const { owners } = this.#ground;
    const { vectors } = await this.#context.embedding.passages([content], { signal, owners });
    const put = this.#rewrite(existing, item);
    put.record.content = content;
    put.contentKey = contentKey(content);
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
    // A clock that was set back does not make what it replaces end before it began.
    if (!item.timed) {
      record.occurredAt = latest(record.occurredAt, ...replaced.map((old) => old.occurredAt));
      record.createdAt = latest(record.createdAt, record.occurredAt);
      record.confirmedAt = record.createdAt;
      record.updatedAt = record.createdAt;
    }
    for (const old of replaced) {
      const put = this.#put(old);
      put.record.supersededBy = record.id;
      put.record.validTo = record.occurredAt;
      put.record.updatedAt = this.#request.now;
      this.#log('supersede', old.id, `superseded by ${record.id}`);
    }
    return {
      id: record.id,
      outcome: 'superseded',
      superseded: replaced.map(({ id }) => id),
      ...details,
    };
  }

  /** Another wording of the same fact loses neither its tags nor its weight. */
  #inherit(item: PreparedItem, replaced: { record: MemoryRecord }[]): PreparedItem {
    const records = replaced.map(({ record }) => record);
    return {
      ...item,
      tags: union(...records.map(({ tags }) => tags), item.tags),
      importance: Math.max(
        item.importance,
        ...records.map(({ importance }) => importance),
      ) as Importance,
      metadata: joinMetadata(...records.map(({ metadata }) => metadata), item.metadata),
    };
  }

  #insert(item: PreparedItem, predecessor = ''): MemoryRecord {
    const { scope, now, reason } = this.#request;
    const record: MemoryRecord = {
      id: this.#newId(item, predecessor),
      version: 1,
      scope,
      content: item.content,
      category: item.category,
      tags: item.tags,
      importance: item.importance,
      createdAt: now,
      updatedAt: now,
      confirmedAt: now,
      occurredAt: item.occurredAt,
      accessCount: 0,
      source: item.source,
    };
    if (item.expiresAt !== undefined) record.expiresAt = item.expiresAt;
    if (item.metadata !== undefined) record.metadata = item.metadata;
    const { contentKey: key, vector, nextVector, terms } = item;
    this.#remember({ record, contentKey: key, vector, nextVector, terms });
    // An id that is made by chance is free: a backend need not look.
    if (hasFactId(item)) this.#expected.set(record.id, 0);
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

  /** The stored record, confirmed by another saying of it. */
  #rewrite(existing: MemoryRecord, item: PreparedItem): StoredRecord {
    const put = this.#put(existing);
    const { record } = put;
    record.tags = union(record.tags, item.tags);
    record.importance = Math.max(record.importance, item.importance) as Importance;
    const metadata = joinMetadata(record.metadata, item.metadata);
    if (metadata !== undefined) record.metadata = metadata;
    record.confirmedAt = latest(this.#request.now, record.confirmedAt);
    record.updatedAt = latest(this.#request.now, record.updatedAt);
    // Said again without an end, it has none; else the later end holds.
    if (item.expiresAt === undefined) delete record.expiresAt;
    else if (record.expiresAt !== undefined && item.expiresAt > record.expiresAt)
      record.expiresAt = item.expiresAt;
    return put;
  }

  #put(record: MemoryRecord): StoredRecord {
    let put = this.#puts.get(record.id);
    if (put === undefined) {
      const { version } = record;
      put = {
        record: { ...record, version: version + 1 },
        contentKey: contentKey(record.content),
      };
      this.#expected.set(record.id, version);
      this.#remember(put);
    }
    return put;
  }

  #remember(put: StoredRecord): void {
    this.#puts.set(put.record.id, put);
    this.#byText.set(textIndex(put.record.category, put.contentKey), put);
    const { externalId } = put.record.source;
    if (externalId !== undefined) this.#byExternalId.set(externalId, put);
  }

  #log(action: AuditEntry['action'], id: string, reason: string): void {
    const { scope, now, actor } = this.#request;
    this.audit.push({ at: now, action, scope, id, actor, reason });
  }
}

function textIndex(category: string, key: string): string {
  return `${category} ${key}`;
}

function rejected(inTheWay: MemoryRecord, reason: string): StoreResult {
  return { id: inTheWay.id, outcome: 'rejected', reason };
}

function union(...lists: (readonly string[])[]): string[] {
  return [...new Set(lists.flat())];
}

/** Times compare as texts. */
function latest(...times: string[]): string {
  return [...times].sort().at(-1) as string;
}

/**
 * Whether a record is about a later time than a text. Of a text whose time was not given the order of the writes decides,
 * whatever the clocks said; only a record of a time that was to come when it was written is later than that.
 */
function isOfLaterTime(record: MemoryRecord, { occurredAt, timed }: PreparedItem): boolean {
  return record.occurredAt > occurredAt && (timed || record.occurredAt > record.updatedAt);
}

function dot(a: Float32Array, b: Float32Array): number {
  if (a.length !== b.length)
    throw new MnemeError('embedder_failed', 'two vectors of one embedder differ in length');
  let sum = 0;
  for (let index = 0; index < a.length; index++) sum += (a[index] as number) * (b[index] as number);
  return sum;
}
