import {
  type AnyRecord,
  type AuditEntry,
  type CommitRequest,
  contestsFacet,
  evidenceFacet,
  facetsOf,
  isMemory,
  type MemoryRecord,
  memoryCategories,
  memoryKinds,
  type RecordFilter,
  type StoredRecord,
} from '@mneme/core/contract';
import { Chance } from '../model/chance.ts';
import {
  atCosine,
  axis,
  daysFromNow,
  record,
  recordId,
  shifted,
  testNow,
  times,
  unitVector,
  zeroVector,
} from './builders.ts';

/** Names that a careless key, prefix, pattern or collation would mix up. */
export const scopes = ['a', 'A', 'a:b', 'a%', "a'b", '用户'];

const sessions = ['s', 'S', 's%', 'täglich'];

/** Words of many scripts; some are words of query languages. Earlier ones are more frequent. */
export const words = [
  ...['tea', 'te', 'teapot', 'cup', '茶', '绿茶', 'and', 'or', 'not', 'near', 'match', 'null', 'a'],
  ...['東京', 'がっこう', '녹차', 'ключ', 'कुंजी', 'مفتاح', 'ไทย', 'ß', 'ı', '𠮷', '42', '0042', '4'],
  'x'.repeat(64),
];

export const contents = [
  '他喜欢绿茶。東京の喫茶店で飲む。녹차를 좋아한다',
  'Ships on Friday 🚀 with the family 👨‍👩‍👧‍👦 🇨🇭',
  'مرحبا שלום \u202Eabc\u202C नमस्ते',
  'caf\u00e9 cafe\u0301 \u00c5ngstr\u00f6m \u212b',
  `it's "50%" _off_; DROP TABLE records; -- \\ <b>&amp;</b> \${x} {{y}}`,
  '  first\r\nsecond\n\n\tthird \u00a0\u2028 ',
  'Zürich ist schön. '.repeat(1640),
  '0012.50',
  '{"content": null, "tags": ["x"]}',
];

const tags = ['tea', 'Tea', 'teapot', '绿茶', 'a"b', "o'clock", '100%', 'a,b', 'a b', 'mem_1'];

const metadata = [
  { project: 'heron', lang: 'en', year: 2026, open: true },
  { project: 'heron', lang: ['zh', 'pt'], year: '2026', open: false },
  { project: 'Heron', note: { project: 'heron' }, lang: [] },
  { 'a"b': "o'clock %", 键: '值', ratio: 0.30000000000000004, zero: 0, speaker: 'Ada' },
  { lang: 'tea', list: [1, -2.5, 'three', true, null, {}], deep: { empty: '', nothing: null } },
];

/** Around the query's time to the millisecond, and days with many records of one instant. */
const expiries = [-400, -1, 1, 400]
  .map(daysFromNow)
  .concat([-1, 0, 1].map((milliseconds) => shifted(testNow, milliseconds)));
const days = times(6, (day) => daysFromNow(-4 * day)).flatMap((day) => [day, shifted(day, 1)]);

const actions = ['create', 'confirm', 'supersede', 'merge', 'delete', 'prune', 'redact'] as const;

export interface WorldOptions {
  seed: number;
  /** Records a scope. */
  most: number;
  /** A word that every record has. */
  everyTerm?: string;
}

/** Records, writes and questions, the same for the same seed. `known` is the content of the store. */
export class World extends Chance {
  readonly #known: (scope: string) => readonly AnyRecord[];
  readonly #most: number;
  readonly #everyTerm: string | undefined;
  #writes = 0;

  constructor(
    known: (scope: string) => readonly AnyRecord[],
    { seed, most, everyTerm }: WorldOptions,
  ) {
    super(seed);
    this.#known = known;
    this.#most = most;
    this.#everyTerm = everyTerm;
  }

  /** Earlier ones more often. */
  scope(): string {
    return this.early(scopes);
  }

  session(): string {
    return this.one([...sessions, 'nowhere']);
  }

  /** A known record, or undefined in an empty scope. */
  memory(scope: string): MemoryRecord | undefined {
    return this.one(this.#known(scope).filter(isMemory));
  }

  /** Ids of a scope without the engine's own records, for a touch. */
  memories(scope: string): string[] {
    const unknown = new Set(this.#known(scope).flatMap((each) => (isMemory(each) ? [] : each.id)));
    return this.ids(scope, 0.2).filter((id) => !unknown.has(id));
  }

  /** Ids of a scope in any order, some unknown, some of another scope. */
  ids(scope: string, chance = 0.5): string[] {
    const own = this.some(this.#known(scope), chance).map(({ id }) => id);
    const others = this.#known(this.scope()).map(({ id }) => id);
    return this.shuffled([...new Set([...own, this.newId(scope), ...others.slice(0, 3)])]);
  }

  /** No two scopes share an id, since a backend may refuse that. */
  newId(scope: string): string {
    return recordId(10_000 * (1 + scopes.indexOf(scope)) + this.below(this.#most));
  }

  /** Frequent words more often. */
  word(): string {
    return this.early(words);
  }

  terms(count: number): string[] {
    return times(count, () => this.word());
  }

  vector(): Float32Array {
    const kind = this.random();
    if (kind < 0.1) return zeroVector();
    if (kind < 0.2) return this.one([axis(3), atCosine(0.9)]);
    return unitVector(...times(8, () => this.random() - 0.5));
  }

  /** Filters that some records of the scope pass. */
  filter(scope: string): RecordFilter {
    const chance = this.one([0.1, 0.3]);
    return {
      now: testNow,
      ...this.maybe(chance, () => ({ includeExpired: this.random() < 0.8 })),
      ...this.maybe(chance, () => ({ includeSuperseded: this.random() < 0.8 })),
      ...this.maybe(chance, () => ({ asOf: this.day() })),
      ...this.maybe(chance, () => ({
        kinds: this.one([...memoryKinds.map((kind) => [kind]), memoryKinds]),
      })),
      ...this.maybe(chance, () => ({
        categories: this.some(memoryCategories, this.one([0, 0.4])),
      })),
      ...this.maybe(chance, () => ({ tags: this.some(tags, 0.1) })),
      ...this.maybe(chance, () => ({ where: this.#where(scope) })),
      ...this.maybe(chance, () => ({ minImportance: 1 + this.below(5) })),
      ...this.maybe(chance, () => ({ occurredFrom: this.day() })),
      ...this.maybe(chance, () => ({ occurredBefore: this.day() })),
    };
  }

  /** Facets of known records, and some that look like those. */
  #where(scope: string): string[][] {
    const odd = ['["year","1"]', '["open","true"]', '["lang",[]]', '["speaker","Ada"]'];
    const own = [contestsFacet, evidenceFacet('mem_1'), evidenceFacet('mem_2')];
    return times(this.below(3), () => {
      const record = this.memory(scope);
      return times(1 + this.below(2), () =>
        this.one([...(record ? facetsOf(record) : []), ...own, ...odd]),
      );
    });
  }

  /** A new record, or another version of a known one. */
  #put(scope: string, id: string): StoredRecord {
    const before = this.#known(scope).find((known) => known.id === id);
    const number = Number.parseInt(id.slice(-12), 16);
    const version = (before?.version ?? 0) + 1;
    const { kind = this.random() < 0.4 ? 'episode' : 'fact' } = before ?? {};
    const others = () => this.#known(scope).filter((other) => isMemory(other) && other.id > id);
    const fields: MemoryRecord = {
      ...record({ id, scope, kind: kind === 'session' ? 'episode' : kind }),
      version,
      content: this.random() < 0.7 ? `Memory ${number}` : this.one(contents),
      ...(kind === 'fact' && { category: this.category() }),
      tags: this.shuffled(this.some(tags, 0.2)),
      importance: this.one([1, 2, 3, 4, 5]),
      createdAt: this.day(),
      updatedAt: this.day(),
      confirmedAt: this.day(),
      occurredAt: this.day(),
      accessCount: this.below(9),
      ...this.maybe(0.3, () => ({ lastAccessedAt: this.day() })),
      ...this.maybe(0.3, () => ({ expiresAt: this.one(expiries) })),
      ...this.maybe(others().length > 0 ? 0.3 : 0, () => ({
        supersededBy: this.one(others().slice(0, 6)).id,
        validTo: this.day(),
        supersededReason: 'another residence',
      })),
      ...this.maybe(0.1, () => ({
        contests: [recordId(1), recordId(2)],
        contestedBy: [recordId(3)],
      })),
      ...this.maybe(0.3, () => ({
        evidence: [this.one(['mem_1', 'mem_2'])],
        extractedBy: 'rules',
      })),
      ...this.maybe(0.5, () => ({ metadata: this.one(metadata) })),
      source: {
        ...this.maybe(0.3, () => ({
          speaker: this.one(['Ada', 'Rui']),
          documentPath: 'notes/trip.md',
        })),
        ...this.maybe(0.8, () => ({
          session: this.one(sessions),
          sequence: this.one([-3, 2.5, ...times(12, Number)]),
        })),
        ...this.maybe(0.3, () => ({ externalId: `crm:${number}` })),
        ...this.maybe(0.2, () => ({
          own: [1, 'x'],
          'key with.dots': { list: [[], {}], nothing: null },
        })),
      },
    };
    if (kind === 'session' || (before === undefined && this.random() < 0.05)) {
      const { content, metadata, updatedAt } = fields;
      const { category: _, ...note } = record({ id, scope, version, content, metadata, updatedAt });
      const source = { session: this.session() };
      return { record: { ...note, kind: 'session', source }, contentKey: 'session' };
    }
    const put: StoredRecord<MemoryRecord> = {
      record: fields,
      contentKey: `key ${number} ${this.below(2)}`,
      ...this.maybe(0.5, () => ({ matter: this.matter() })),
    };
    const change = before === undefined ? 1 : this.random();
    if (change < 0.5) return put;
    const terms = [
      ...(this.#everyTerm === undefined ? [] : [this.#everyTerm]),
      ...this.terms(this.below(20)),
    ];
    if (change < 0.7) return { ...put, terms, ...this.maybe(0.5, () => ({ dropsVector: true })) };
    return { ...put, terms, ...this.maybe(0.9, () => ({ vector: this.vector() })) };
  }

  category() {
    return this.one(memoryCategories);
  }

  matter(): string {
    return this.one(['i residence', 'i job']);
  }

  /** Several records have the same one. */
  day(): string {
    return this.one(days);
  }

  /** Lines with the same time, later than all earlier ones. */
  audit(scope: string, count: number): AuditEntry[] {
    this.#writes += 1;
    const at = shifted(testNow, this.#writes);
    return times(count, () => ({
      at,
      action: this.one(actions),
      scope,
      actor: `agent "${this.below(9)}"`,
      reason: `superseded by ${this.below(99)} – 更新`,
      ...this.maybe(0.7, () => ({ id: this.newId(scope) })),
    }));
  }

  /** Puts, removals and audit lines; half of them expect versions, of which some are wrong. */
  commit(scope: string, most = 20): CommitRequest {
    const ids = [...new Set(times(this.below(most), () => this.newId(scope)))];
    const puts = ids.map((id) => this.#put(scope, id));
    // The history around a removed record is not defined.
    const replacing = new Set(
      [...this.#known(scope), ...puts.map((put) => put.record)].map((each) => each.supersededBy),
    );
    const removals = this.ids(scope, 0.06).filter((id) => !ids.includes(id) && !replacing.has(id));
    const versions = new Map(this.#known(scope).map(({ id, version }) => [id, version]));
    const expected = this.random() < 0.4 ? [] : this.some([...ids, ...removals], 0.7);
    const isStale = expected.length > 0 && this.random() < 0.5;
    const stale = isStale ? [this.one(expected), ...this.some(expected, 0.05)] : [];
    const expect = expected.map((id) => {
      const version = versions.get(id) ?? 0;
      const other = this.one(version === 0 ? [1] : [0, version - 1, version + 1]);
      return { id, version: stale.includes(id) ? other : version };
    });
    return { scope, expect, puts, removals, audit: this.audit(scope, this.below(4)) };
  }
}
