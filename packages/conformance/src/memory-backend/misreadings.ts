import {
  evidenceFacet,
  facetsOf,
  type MemoryRecord,
  passesFilter,
  type RecordFilter,
} from '@mneme/core/backend';
import { shifted } from './builders.ts';

/** What a backend could take a filter for. */
export interface Misreading {
  /** A filter without these is not misread. */
  fields: readonly (keyof RecordFilter)[];
  passes(record: MemoryRecord, filter: RecordFilter): boolean;
}

const fields = [
  'includeExpired',
  'includeSuperseded',
  'asOf',
  'kinds',
  'categories',
  'tags',
  'where',
  'minImportance',
  'occurredFrom',
  'occurredBefore',
] as const;

type Field = (typeof fields)[number];

/** The filter is taken for another one. */
const another = (
  fields: readonly Field[],
  change: (filter: RecordFilter) => RecordFilter,
): Misreading => ({
  fields,
  passes: (record, filter) => passesFilter(record, change(filter)),
});

/** Of the records that pass, these do not. */
const hiding = (
  field: Field,
  isHidden: (record: MemoryRecord, filter: RecordFilter) => boolean,
): Misreading => ({
  fields: [field],
  passes: (record, filter) =>
    passesFilter(record, filter) && !(field in filter && isHidden(record, filter)),
});

/** Facets of `where` are compared in another way, or with other facets of the record. */
const comparing = (
  isSame: (own: string, wanted: string) => boolean,
  ownOf: (record: MemoryRecord) => string[] = facetsOf,
): Misreading => ({
  fields: ['where'],
  passes(record, { where = [], ...filter }) {
    const has = (wanted: string) => ownOf(record).some((own) => isSame(own, wanted));
    return passesFilter(record, filter) && where.every((any) => any.some(has));
  },
});

const facetValue = (facet: string): unknown => JSON.parse(facet)[1];
const isEqual = (own: string, wanted: string) => own === wanted;

/** Each is asked for on purpose, and each broken backend that reads so must be caught. */
export const misreadings: Readonly<Record<string, Misreading>> = {
  ...Object.fromEntries(
    fields.map((field) => [
      `overlooks ${field}`,
      another([field], ({ [field]: _, ...filter }) => filter),
    ]),
  ),
  'takes a flag that is false for one that is set': another(
    ['includeExpired', 'includeSuperseded'],
    (filter) => ({ ...filter, includeExpired: true, includeSuperseded: true }),
  ),
  'shows all where it is asked for expired records': another(['includeExpired'], (filter) => ({
    ...filter,
    includeSuperseded: filter.includeExpired || filter.includeSuperseded,
  })),
  'shows all where it is asked for replaced records': another(['includeSuperseded'], (filter) => ({
    ...filter,
    includeExpired: filter.includeExpired || filter.includeSuperseded,
  })),
  'compares an expiry with asOf': another(['asOf'], (filter) => ({
    ...filter,
    now: filter.asOf ?? filter.now,
  })),
  'lets a record live through the instant of its expiry': another([], (filter) => ({
    ...filter,
    now: shifted(filter.now, -1),
  })),
  'hides replaced records from asOf': hiding('asOf', (record) => record.supersededBy !== undefined),
  'hides from asOf what happened at its instant': hiding(
    'asOf',
    (record, { asOf }) => record.occurredAt === asOf,
  ),
  'shows in asOf what was replaced at its instant': {
    fields: ['asOf'],
    passes: ({ validTo, ...record }, filter) =>
      passesFilter(validTo === filter.asOf ? record : { ...record, validTo }, filter),
  },
  'overlooks asOf where replaced records are included': another(
    ['asOf', 'includeSuperseded'],
    ({ asOf, ...filter }) => (filter.includeSuperseded ? filter : { ...filter, asOf }),
  ),
  'excludes the start of a range': hiding(
    'occurredFrom',
    (record, { occurredFrom }) => record.occurredAt === occurredFrom,
  ),
  'includes the end of a range': another(['occurredBefore'], ({ occurredBefore, ...filter }) => ({
    ...filter,
    occurredBefore: occurredBefore && shifted(occurredBefore, 1),
  })),
  'asks for more than the least importance': hiding(
    'minImportance',
    (record, { minImportance }) => record.importance === minImportance,
  ),
  'takes an empty list of categories for none': hiding(
    'categories',
    (_, { categories }) => categories?.length === 0,
  ),
  'lets episodes pass a filter of categories': {
    fields: ['categories'],
    passes: (record, { categories, ...filter }) =>
      passesFilter(record, record.kind === 'episode' ? filter : { ...filter, categories }),
  },
  'asks for the first tag only': another(['tags'], ({ tags, ...filter }) => ({
    ...filter,
    tags: tags?.slice(0, 1),
  })),
  'asks for the first list of where only': another(['where'], ({ where, ...filter }) => ({
    ...filter,
    where: where?.slice(0, 1),
  })),
  'asks for the first facet of a list only': another(['where'], ({ where, ...filter }) => ({
    ...filter,
    where: where?.map((any) => any.slice(0, 1)),
  })),
  'takes all lists of where for one': another(['where'], ({ where, ...filter }) =>
    where?.length ? { ...filter, where: [where.flat()] } : filter,
  ),
  'takes an empty where for nothing': hiding('where', (_, { where }) => where?.length === 0),
  'finds no member of a list': comparing(isEqual, ({ metadata = {}, ...record }) => {
    const plain = Object.entries(metadata).filter(([, value]) => !Array.isArray(value));
    return facetsOf({ ...record, metadata: Object.fromEntries(plain) });
  }),
  'takes a number for its text': comparing(
    (own, wanted) => own.replaceAll('"', '') === wanted.replaceAll('"', ''),
  ),
  'compares facets without case': comparing(
    (own, wanted) => own.toLowerCase() === wanted.toLowerCase(),
  ),
  'finds a value under any key': comparing((own, wanted) => facetValue(own) === facetValue(wanted)),
  'finds a tag as a value': comparing(isEqual, (record) => [
    ...facetsOf(record),
    ...record.tags.flatMap((tag) => [JSON.stringify(['lang', tag]), evidenceFacet(tag)]),
  ]),
  'finds what is in an object': comparing(isEqual, (record) => [
    ...facetsOf(record),
    ...facetsOf({ source: {}, metadata: Object(record.metadata?.note) }),
  ]),
};
