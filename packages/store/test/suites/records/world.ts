import {
  type AnyRecord,
  type AuditEntry,
  type CommitRequest,
  contestsFacet,
  disclosures,
  evidenceFacet,
  facet,
  facetsOf,
  isMemory,
  type ListRequest,
  type MemoryRecord,
  memoryCategories,
  memoryKinds,
  passesFilter,
  type RecordFilter,
  type StoredRecord,
} from '@mneme/core/backend';
import { Chance, times } from '../../../../conformance/src/model/chance.ts';
import {
  atCosine,
  axis,
  daysFromNow,
  record,
  recordId,
  shifted,
  testNow,
  unitVector,
  zeroVector,
} from './builders.ts';

/** Names that a careless key, prefix, pattern or collation would mix up. */
export const scopes = ['a', 'A', 'a:b', 'a%', "a'b", '用户'];

const filterFields = [
  ...(['includeExpired', 'includeSuperseded', 'asOf', 'kinds', 'categories', 'tags'] as const),
  ...(['where', 'minImportance', 'occurredFrom', 'occurredBefore'] as const),
];

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

/** Facets that differ from one of a record in case, type or key alone. */
const lookalikes = [
  ...[facet('project', 'heron'), facet('project', 'Heron'), facet('lang', 'tea')],
  ...[facet('year', 2026), facet('year', '2026'), facet('open', 'true'), facet('speaker', 'Ada')],
  ...[contestsFacet, evidenceFacet('mem_1'), evidenceFacet('mem_2')],
];

/** Expiries include the query's time and the milliseconds beside it. There are few days, so many records share a time. */
const expiries = [-400, -1, 1, 400]
  .map(daysFromNow)
  .concat([-1, 0, 1].map((milliseconds) => shifted(testNow, milliseconds)));
const days = times(6, (day) => daysFromNow(-4 * day)).flatMap((day) => [day, shifted(day, 1)]);

const actions = ['create', 'confirm', 'supersede', 'merge', 'delete', 'prune', 'redact'] as const;

interface AskedTurns extends Pick<ListRequest, 'scope' | 'filter'> {
  turns: { session: string; from?: number; to?: number };
  /** The places of the session's turns that pass the filter. */
  places: number[];
}

/** What the bounds of a question for turns are like. */
const turnAims: Record<string, (asked: AskedTurns) => boolean> = {
  'ends at a turn': ({ turns: { to = Infinity }, places }) =>
    places.includes(to) && places.some((place) => place > to),
  'begins at a turn': ({ turns: { from = -Infinity }, places }) =>
    places.includes(from) && places.some((place) => place < from),
  'has several turns': ({ turns: { from = -Infinity, to = Infinity }, places }) =>
    places.filter((place) => place >= from && place <= to).length > 1,
};

export interface WorldOptions {
  seed: number;
  /** The maximum of records in a scope. */
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

  /** A scope; the first ones are chosen more often. */
  scope(): string {
    return this.early(scopes);
  }

  /** A scope, usually with records. */
  place(): string {
    const drawn = times(3, () => this.scope());
    return drawn.find((scope) => this.#known(scope).length > 0) ?? this.scope();
  }

  /** A scope with memories and with records of the engine itself, if there is one. */
  mixed(): string {
    const found = scopes.filter((scope) => {
      const memories = this.#known(scope).map(isMemory);
      return memories.includes(true) && memories.includes(false);
    });
    return this.one(found) ?? this.place();
  }

  session(): string {
    return this.one([...sessions, 'nowhere']);
  }

  /** Turns of a session. The bounds are at turns that pass the filter, with more turns beyond them. */
  turns(filters: readonly RecordFilter[]): Omit<AskedTurns, 'places'> {
    const { places: _, ...asked } = this.inTurn('turns', turnAims, () => {
      const scope = this.place();
      const filter = this.one(filters);
      const all = this.#known(scope).filter(
        (each) => isMemory(each) && each.kind === 'episode' && passesFilter(each, filter),
      );
      const { session = this.session() } = this.one(all)?.source ?? {};
      const places = all.flatMap(({ source }) =>
        source.session === session && source.sequence !== undefined ? source.sequence : [],
      );
      const bound = () => this.one(places) ?? this.below(12);
      const turns = {
        session,
        ...this.maybe(0.5, () => ({ from: bound() })),
        ...this.maybe(0.5, () => ({ to: bound() })),
      };
      return { scope, filter, turns, places };
    });
    return asked;
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

  /** A filter that some records of its scope pass, and others only without a certain field of it. */
  filtered(use: string): { scope: string; filter: RecordFilter } {
    const aims = filterFields.map((field) => {
      const isMet = ({ scope, filter }: { scope: string; filter: RecordFilter }) => {
        const { [field]: _, ...others } = filter;
        const records = this.#known(scope).filter(isMemory);
        const passing = records.filter((each) => passesFilter(each, filter));
        return (
          passing.length > 0 &&
          records.filter((each) => passesFilter(each, others)).length !== passing.length
        );
      };
      return [field, isMet] as const;
    });
    return this.inTurn(use, Object.fromEntries(aims), (field) => {
      const scope = this.scope();
      return { scope, filter: this.filter(scope, field) };
    });
  }

  /** With one field, and by chance with others. */
  filter(scope: string, wanted?: string): RecordFilter {
    const chance = this.one([0.1, 0.3]);
    const maybe = <Field extends keyof RecordFilter>(
      field: Field,
      value: () => RecordFilter[Field],
    ): Pick<RecordFilter, Field> | object =>
      this.maybe(field === wanted ? 1 : chance, () => ({ [field]: value() }));
    return {
      now: testNow,
      ...maybe('includeExpired', () => this.random() < 0.8),
      ...maybe('includeSuperseded', () => this.random() < 0.8),
      ...maybe('asOf', () => this.day()),
      ...maybe('kinds', () => this.one([...memoryKinds.map((kind) => [kind]), memoryKinds])),
      ...maybe('categories', () => this.some(memoryCategories, this.one([0, 0.4]))),
      ...maybe('tags', () => this.some(tags, 0.1)),
      ...maybe('where', () => this.#where(scope)),
      ...maybe('minImportance', () => 1 + this.below(5)),
      ...maybe('occurredFrom', () => this.day()),
      ...maybe('occurredBefore', () => this.day()),
    };
  }

  /** Facets of known records, and some that look like those. */
  #where(scope: string): string[][] {
    return times(this.below(3), () => {
      const record = this.memory(scope);
      const facets = this.random() < 0.5 && record ? facetsOf(record) : [];
      return times(1 + this.below(2), () => this.one(facets) ?? this.one(lookalikes));
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
      ...this.maybe(0.2, () => ({ disclosure: this.one(disclosures) })),
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
    if (kind === 'session' || (before === undefined && this.random() < 0.1)) {
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
    const known = new Map(this.#known(scope).map((record) => [record.id, record]));
    const expected = this.random() < 0.4 ? [] : this.some([...ids, ...removals], 0.7);
    // Replaced records and those of the engine are few, so the kind is chosen first.
    const kinds = Object.values(
      Object.groupBy(expected, (id) => {
        const record = known.get(id);
        return `${record?.kind === 'session'} ${record?.supersededBy === undefined}`;
      }),
    );
    const isStale = expected.length > 0 && this.random() < 0.5;
    const stale = isStale ? [this.one(this.one(kinds) ?? []), ...this.some(expected, 0.05)] : [];
    const expect = expected.map((id) => {
      const { version } = known.get(id) ?? { version: 0 };
      const other = this.one(version === 0 ? [1] : [0, version - 1, version + 1]);
      return { id, version: stale.includes(id) ? other : version };
    });
    return { scope, expect, puts, removals, audit: this.audit(scope, this.below(4)) };
  }
}
