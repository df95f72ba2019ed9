import type { EmbedderIdentity, MemoryRecord, StoredRecord } from '@mneme/core/backend';

export { randomNumbers, times } from '../../../../conformance/src/model/chance.ts';

/** The embedder that every store of the suite is opened with. There is no model: cases choose vectors. */
export const testEmbedder: EmbedderIdentity = {
  name: 'conformance',
  revision: '1',
  dimensions: 8,
  pooling: 'none',
};

/** The tenant of most cases. */
export const testScope = 'tenant-a';
/** A second tenant, whose records the first one must not see. */
export const otherScope = 'tenant-b';

/** The time of the suite's queries. */
export const testNow = '2026-03-01T12:00:00.000Z';

const dayMs = 86_400_000;

/** A time some days after {@link testNow}; negative: before. */
export function daysFromNow(days: number): string {
  return new Date(Date.parse(testNow) + Math.round(days * dayMs)).toISOString();
}

/** A time some milliseconds after `time`; negative: before. */
export function shifted(time: string, milliseconds: number): string {
  return new Date(Date.parse(time) + milliseconds).toISOString();
}

/** A UUID. Ids sort like their numbers. */
export function recordId(number: number): string {
  return `00000000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;
}

/** A record of the test scope; all its times are `createdAt`, by default a day before {@link testNow}. */
export function record(fields: Partial<MemoryRecord> = {}): MemoryRecord {
  const { createdAt = daysFromNow(-1), id = recordId(1), kind = 'fact' } = fields;
  return {
    id,
    version: 1,
    scope: testScope,
    content: `Memory ${Number.parseInt(id.slice(-12), 16)}`,
    kind,
    ...(kind === 'fact' ? { category: 'factual_knowledge' } : {}),
    tags: [],
    importance: 3,
    createdAt,
    updatedAt: createdAt,
    confirmedAt: createdAt,
    occurredAt: createdAt,
    accessCount: 0,
    source: {},
    ...fields,
  };
}

/** The fields of a record that a case sets; the others have defaults. */
export type StoredFields = Partial<MemoryRecord> & Partial<Omit<StoredRecord, 'record'>>;

/**
 * A record in a commit. By default its key is the content in lower case, its terms are the words of that key and its
 * vector is the first axis; `vector: undefined` or `terms: undefined` leaves one out.
 */
export function stored(fields: StoredFields = {}): StoredRecord<MemoryRecord> {
  const { contentKey, vector, terms, matter, ...recordFields } = fields;
  const built = record(recordFields);
  const key = contentKey ?? built.content.toLowerCase();
  const put: StoredRecord<MemoryRecord> = { record: built, contentKey: key };
  const chosenVector = 'vector' in fields ? vector : axis(0);
  const chosenTerms = 'terms' in fields ? terms : key.split(/\s+/);
  if (matter !== undefined) put.matter = matter;
  if (chosenVector !== undefined) put.vector = chosenVector;
  if (chosenTerms !== undefined) put.terms = chosenTerms;
  return put;
}

/** The same put without its vector and terms: the stored ones stay. */
export function withoutIndexData({ record: kept, contentKey, matter }: StoredRecord): StoredRecord {
  return matter === undefined ? { record: kept, contentKey } : { record: kept, contentKey, matter };
}

/** The vector of length 1 in this direction; missing components are 0. */
export function unitVector(...components: number[]): Float32Array {
  const vector = new Float32Array(testEmbedder.dimensions);
  const length = Math.hypot(...components);
  for (const [index, component] of components.entries()) vector[index] = component / length;
  return vector;
}

/** The unit vector along one axis. */
export function axis(index: number): Float32Array {
  return unitVector(...Array.from({ length: index + 1 }, (_, at) => (at === index ? 1 : 0)));
}

/** A unit vector with this cosine to `axis(0)`. */
export function atCosine(cosine: number): Float32Array {
  return unitVector(cosine, Math.sqrt(1 - cosine * cosine));
}

/** A vector of zeros: a text without any known word. */
export function zeroVector(): Float32Array {
  return new Float32Array(testEmbedder.dimensions);
}
