import {
  type AnyRecord,
  facet,
  facetsOf,
  type LookUpProbe,
  type MemoryRecord,
  memoryCategories,
  type RecordFilter,
  type StoredRecord,
  sourcePrefix,
} from '@mneme/core/contract';
import type { About, Cipher } from './cipher.ts';

/**
 * How each field is stored. `sealed`: found only by a keyed hash. `plain`: stores order and filter by it; it is
 * authenticated together with the sealed fields, so a change is noticed. `counted`: access statistics, which stores
 * write. `kind`: both sealed and plain.
 */
const fields = {
  id: 'plain',
  version: 'plain',
  scope: 'plain',
  content: 'sealed',
  kind: 'kind',
  category: 'plain',
  tags: 'sealed',
  importance: 'plain',
  createdAt: 'plain',
  updatedAt: 'plain',
  confirmedAt: 'plain',
  occurredAt: 'plain',
  expiresAt: 'plain',
  supersededBy: 'plain',
  validTo: 'plain',
  supersededReason: 'sealed',
  contests: 'sealed',
  contestedBy: 'sealed',
  lastAccessedAt: 'counted',
  accessCount: 'counted',
  evidence: 'sealed',
  extractedBy: 'sealed',
  source: 'sealed',
  metadata: 'sealed',
  disclosure: 'sealed',
} as const satisfies Record<keyof MemoryRecord, 'sealed' | 'plain' | 'counted' | 'kind'>;

type FieldsThatAre<Kind> = {
  [Name in keyof typeof fields]: (typeof fields)[Name] extends Kind ? Name : never;
}[keyof typeof fields];
type SealedFields = Pick<MemoryRecord, FieldsThatAre<'sealed'>>;
/** Absent: it was sealed before there were kinds. */
type SealedFieldsWithKind = SealedFields & { kind?: AnyRecord['kind'] };

const names = Object.keys(fields) as (keyof typeof fields)[];
const sealedNames = names.filter((name): name is keyof SealedFields => fields[name] === 'sealed');
const plainNames = names.filter((name): name is FieldsThatAre<'plain'> => fields[name] === 'plain');

/** The key of `source` with the hashed facets. */
const facetKey = 'f';

/** `cipher`: of the scope. `sealedScope`: the store's name of it. */
export interface Sealing {
  cipher: Cipher;
  sealedScope: string;
}

/** A fact is sealed like a record from before there were kinds. */
function aboutRecord(record: AnyRecord, scope: string): About {
  const { kind } = record;
  const plain = plainNames.map((name) => (name === 'scope' ? scope : record[name]));
  return ['memory', ...plain, ...(kind === 'fact' ? [] : [kind])];
}

export function sealPut(put: StoredRecord, sealing: Sealing): StoredRecord {
  const { cipher } = sealing;
  const { record, contentKey, vector, nextVector, dropsVector, terms, matter } = put;
  return {
    record: sealRecord(record, sealing),
    contentKey: cipher.longHash('content', contentKey),
    vector,
    nextVector,
    dropsVector,
    terms: terms && sealTerms(cipher, terms),
    matter: matter && cipher.longHash('matter', matter),
    // A new field does not compile until it is entered here, so that none is stored unsealed by mistake.
  } satisfies Record<keyof StoredRecord, unknown>;
}

function sealRecord(record: AnyRecord, { cipher, sealedScope }: Sealing): AnyRecord {
  const said = {
    ...Object.fromEntries(sealedNames.map((name) => [name, record[name]])),
    kind: record.kind,
  };
  const { source } = record;
  const facets = facetsOf(record);
  const found: MemoryRecord['source'] = {};
  if (source.session !== undefined) found.session = cipher.longHash('session', source.session);
  if (source.sequence !== undefined) found.sequence = source.sequence;
  if (source.externalId !== undefined)
    found.externalId = cipher.longHash('external id', source.externalId);
  if (facets.length > 0) found[facetKey] = facets.map((text) => cipher.hash('facet', text));
  const rest = { ...record };
  for (const name of sealedNames) delete (rest as Partial<MemoryRecord>)[name];
  return {
    ...rest,
    scope: sealedScope,
    content: cipher.seal(JSON.stringify(said), aboutRecord(record, record.scope)),
    tags: record.tags.map((tag) => cipher.hash('tag', tag)),
    source: found,
  };
}

/** Throws `damaged` or `wrong_key`. */
export function openRecord<Kept extends AnyRecord>(
  record: Kept,
  scope: string,
  cipher: Cipher,
): Kept {
  const { kind, ...said } = openFields(record, scope, cipher);
  return { ...record, scope, ...said };
}

/** The context of a turn that was sealed before there were kinds has a category, which the turn has lost. */
function openFields(record: AnyRecord, scope: string, cipher: Cipher): SealedFieldsWithKind {
  const open = (sealedAs: AnyRecord) =>
    JSON.parse(cipher.open(record.content, aboutRecord(sealedAs, scope))) as SealedFieldsWithKind;
  try {
    return open(record);
  } catch (error) {
    if (record.kind !== 'episode') throw error;
    for (const category of memoryCategories) {
      const said = opensAs(() => open({ ...record, kind: 'fact', category }));
      const { session, sequence } = said?.source ?? {};
      if (said?.kind === undefined && session !== undefined && sequence !== undefined)
        return said as SealedFieldsWithKind;
    }
    throw error;
  }
}

function opensAs<T>(open: () => T): T | undefined {
  try {
    return open();
  } catch {
    return undefined;
  }
}

export function sealTerms(cipher: Cipher, terms: readonly string[]): string[] {
  return terms.map((term) => cipher.hash('word', term));
}

export function sealFilter(cipher: Cipher, filter: RecordFilter): RecordFilter {
  const { tags, where } = filter;
  const sealed = { ...filter };
  if (tags !== undefined) sealed.tags = tags.map((tag) => cipher.hash('tag', tag));
  if (where !== undefined)
    sealed.where = where.map((facets) =>
      facets.map((text) => facet(sourcePrefix + facetKey, cipher.hash('facet', text))),
    );
  return sealed;
}

export function sealProbe(cipher: Cipher, probe: LookUpProbe): LookUpProbe {
  const { category, contentKey, vector, terms, matter, limit, externalId, turn } = probe;
  return {
    category,
    contentKey: contentKey && cipher.longHash('content', contentKey),
    vector,
    terms: terms && sealTerms(cipher, terms),
    matter: matter && cipher.longHash('matter', matter),
    limit,
    externalId: externalId && cipher.longHash('external id', externalId),
    turn: turn && { ...turn, session: cipher.longHash('session', turn.session) },
  } satisfies Record<keyof LookUpProbe, unknown>;
}
