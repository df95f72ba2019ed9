import {
  contestsFacet,
  type FacetValue,
  facet,
  isFacetValue,
  type MemoryCategory,
  type MemoryKind,
  memoryKinds,
  noFacet,
  type RecordFilter,
} from '../interfaces/index.ts';
import {
  choice,
  integer,
  invalid,
  isList,
  listOf,
  parseCategory,
  parseFlag,
  parseObject,
  parseTags,
  parseText,
  parseTime,
  show,
} from './fields.ts';
import { type FieldsOf, form, type Parsed } from './parse-fields.ts';
import { boundedJson } from './store-input.ts';

/** A span of time. Either end may be open. */
export interface TimeRange {
  /** Inclusive. ISO 8601 or a Date. */
  from?: string | Date;
  /** Exclusive. ISO 8601 or a Date. */
  before?: string | Date;
}

/** Which memories match. All given conditions must be met; absent ones exclude nothing. */
export interface FilterOptions {
  /** `episode`: what was said. `fact`: what is known. Any of these; empty: both. */
  kinds?: readonly MemoryKind[];
  /** Any of these; empty: all. Only facts have one. */
  categories?: readonly MemoryCategory[];
  /** All of these. */
  tags?: readonly string[];
  /** On the stored importance, 1..5. */
  minImportance?: number;
  /** When it was said or happened. */
  occurredAt?: TimeRange;
  /** The state at that time: what had happened by then and was not yet replaced. ISO 8601 or a Date. */
  asOf?: string | Date;
  /** Replaced records too. */
  includeSuperseded?: boolean;
  /**
   * Values of the metadata, and of the source as `source.KEY`. Each key must have the value, or one of the values of a
   * list, and an empty list matches nothing; a stored list matches if one member does.
   * @example
   * { project: 'heron', lang: ['en', 'zh'], 'source.speaker': 'Ada' }
   */
  where?: Where;
  /** Only records that contest an older memory: see `contests` of a record. False or absent: all. */
  contested?: boolean;
}

/** See {@link FilterOptions.where}. */
export type Where = Readonly<Record<string, FacetValue | readonly FacetValue[]>>;

const parseRange = form({ from: parseTime, before: parseTime });

/** Options of every reading call. */
export const filterFields = {
  kinds: listOf(choice(memoryKinds)),
  categories: listOf(parseCategory),
  tags: parseTags,
  minImportance: integer({ min: 1, max: 5 }),
  occurredAt(value: unknown, field: string) {
    const { from, before } = parseRange(value, field);
    if (from !== undefined && before !== undefined && from >= before) {
      throw invalid(field, 'is empty: from must be earlier than before');
    }
    return { from, before };
  },
  asOf: parseTime,
  includeSuperseded: parseFlag,
  where: parseWhere,
  contested: parseFlag,
} satisfies FieldsOf<FilterOptions>;

/** Longest key in a message. */
const longestShown = 100;

/**
 * For each key its facets. An empty list of values matches nothing: it is what a caller may see. A text is one with its
 * composed and its decomposed form (`é` as one character or two), of which records may have either.
 */
function parseWhere(value: unknown, field: string): string[][] {
  const whole = parseObject(value, field);
  // Refuses `{ __proto__: { project: 'heron' } }`: it would become an empty filter, which matches everything.
  if (isMade(Object.getPrototypeOf(whole)))
    throw invalid(field, 'has a prototype of its own: give a plain object');
  const given = JSON.parse(boundedJson(whole, field)) as object;
  return Object.entries(given).map(([key, wanted]: [string, unknown]) => {
    const name = `${field}.${key.length > longestShown ? `${key.slice(0, longestShown)}…` : key}`;
    const values = (isList(wanted) ? wanted : [wanted]).flatMap((one: unknown): FacetValue[] => {
      if (!isFacetValue(one))
        throw invalid(
          name,
          `is ${show(one)}: give a text, a number or a boolean, or a list of them; a filter does not look into objects`,
        );
      return typeof one === 'string' ? formsOf(parseText(one, name)) : [one];
    });
    const keys = formsOf(parseText(key, name));
    return values.length === 0
      ? [noFacet]
      : keys.flatMap((each) => values.map((one) => facet(each, one)));
  });
}

function formsOf(text: string): string[] {
  return [...new Set([text, text.normalize('NFC'), text.normalize('NFD')])];
}

/** Objects of other realms are plain too. */
function isMade(prototype: object | null): boolean {
  return prototype !== null && Object.getPrototypeOf(prototype) !== null;
}

/** The exact form for a backend: conditions that exclude nothing are absent. */
export function toFilter(given: Parsed<typeof filterFields>, now: string): RecordFilter {
  const { kinds = [], categories = [], tags = [], minImportance = 1, occurredAt, asOf } = given;
  const where = [...(given.where ?? []), ...(given.contested === true ? [[contestsFacet]] : [])];
  const filter: RecordFilter = { now };
  if (new Set(kinds).size === 1) filter.kinds = kinds.slice(0, 1);
  if (categories.length > 0) filter.categories = [...new Set(categories)];
  if (tags.length > 0) filter.tags = tags;
  if (minImportance > 1) filter.minImportance = minImportance;
  if (asOf !== undefined) filter.asOf = asOf;
  if (where.length > 0) filter.where = where;
  if (given.includeSuperseded === true) filter.includeSuperseded = true;
  if (occurredAt?.from !== undefined) filter.occurredFrom = occurredAt.from;
  if (occurredAt?.before !== undefined) filter.occurredBefore = occurredAt.before;
  return filter;
}
