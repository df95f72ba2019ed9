import type { LookUpMatch, LookUpProbe, LookUpRequest, MemoryRecord } from '@mneme/core/contract';
import { exactDot, kindNumber, placesSharing } from '@mneme/core/index';
import { contentKeyOf } from './commit.ts';
import type { Connection } from './connection.ts';
import { recordConditions } from './filter-sql.ts';
import { type RecordRow, recordColumns, toRecord } from './rows.ts';
import { ScopeIndex } from './scope-index.ts';
import { findScope } from './scope-table.ts';
import { requireCurrent } from './space-tables.ts';

export function lookUp(connection: Connection, request: LookUpRequest): LookUpMatch[] {
  return connection.read(() => {
    const scope = findScope(connection, request.scope);
    if (scope === undefined)
      return request.probes.map(() => ({ nearest: [], sameMatter: [], atTurn: [] }));
    const index = new ScopeIndex(connection, scope);
    const found = request.probes.map((probe) => match({ connection, index, request }, probe));
    // One read for all, because probes of a batch find the same records.
    const places = new Set(
      found.flatMap(({ nearest, sameMatter }) =>
        [...nearest, ...sameMatter].map(({ place }) => place),
      ),
    );
    const records = index.recordsAt([...places]);
    const recordOf = new Map([...places].map((place, at) => [place, records[at] as MemoryRecord]));
    const withRecord = <Found extends Place>({ place, ...rest }: Found) => ({
      ...rest,
      record: structuredClone(recordOf.get(place) as MemoryRecord),
    });
    return found.map((each) => ({
      ...each,
      nearest: each.nearest.map(withRecord),
      sameMatter: each.sameMatter.map(withRecord),
    }));
  });
}

interface Asked {
  connection: Connection;
  index: ScopeIndex;
  request: LookUpRequest;
}

/** A record that was found, by its place in the index. */
interface Place {
  place: number;
}

/** A match without the records that are read for all probes together. */
interface Match extends Pick<LookUpMatch, 'equal' | 'sameExternalId' | 'atTurn'> {
  nearest: (Place & { similarity: number })[];
  sameMatter: (Place & { similarity?: number })[];
}

function match(asked: Asked, probe: LookUpProbe): Match {
  const found: Match = { nearest: [], sameMatter: [], atTurn: [] };
  const { contentKey, category, externalId, turn } = probe;
  if (contentKey !== undefined && category !== undefined) {
    found.nearest = nearest(asked, probe);
    found.sameMatter = sameMatter(asked, probe);
    const equal = current(asked, 'content_key = ? AND r.kind = ?', [
      contentKeyOf(contentKey),
      kindNumber(category),
    ]);
    if (equal !== undefined) found.equal = equal;
  }
  if (externalId !== undefined) {
    const same = current(asked, 'external_id = ?', [externalId]);
    if (same !== undefined) found.sameExternalId = same;
  }
  if (turn !== undefined) found.atTurn = atTurn(asked, turn);
  return found;
}

function atTurn(
  { connection, index: { scope }, request }: Asked,
  { session, sequence }: NonNullable<LookUpProbe['turn']>,
): MemoryRecord[] {
  const where = recordConditions({ now: request.now, kinds: ['episode'] });
  where.add('r.scope = ? AND r.session = ? AND r.sequence = ?', scope.number, session, sequence);
  return connection
    .statement<RecordRow>(`SELECT ${recordColumns} FROM records r WHERE ${where.sql} ORDER BY r.id`)
    .all(...where.parameters)
    .map((row) => toRecord(scope.name, row));
}

function current(
  { connection, index: { scope }, request }: Asked,
  condition: string,
  parameters: unknown[],
): MemoryRecord | undefined {
  const row = connection
    .statement<RecordRow>(
      `SELECT ${recordColumns} FROM records r
       WHERE r.scope = ? AND r.superseded_by IS NULL AND (r.expires_at IS NULL OR r.expires_at > ?) AND r.${condition}
       ORDER BY r.row LIMIT 1`,
    )
    .get(scope.number, Date.parse(request.now), ...parameters);
  return row === undefined ? undefined : toRecord(scope.name, row);
}

/** Records that share words with the probe: unlike a scan of vectors, the work does not grow with the scope. */
function nearest(asked: Asked, probe: LookUpProbe): Match['nearest'] {
  const { vector, limit, terms = [] } = probe;
  if (vector === undefined || limit === 0 || vector.every((value) => value === 0)) return [];
  requireCurrent(asked.connection, asked.request.embedder);
  const { index, request } = asked;
  return placesSharing(index, index.rowsOf(terms), {
    kind: kindNumber(probe.category),
    now: Date.parse(request.now),
  })
    .flatMap((place) => {
      const similarity = similarityAt(asked, vector, place);
      return similarity === undefined ? [] : [{ place, similarity }];
    })
    .sort((a, b) => b.similarity - a.similarity)
    .slice(0, limit);
}

function sameMatter(
  asked: Asked,
  { matter, category, vector, limit }: LookUpProbe,
): Match['sameMatter'] {
  if (matter === undefined || limit === 0) return [];
  const { connection, index, request } = asked;
  const rows = connection
    .column<number>(
      `SELECT r.row FROM records r
       WHERE r.scope = ? AND r.matter = ? AND r.superseded_by IS NULL AND r.kind = ?
         AND (r.expires_at IS NULL OR r.expires_at > ?)
       ORDER BY r.created_at DESC, r.id DESC LIMIT ?`,
    )
    .all(index.scope.number, matter, kindNumber(category), Date.parse(request.now), limit);
  const isNear = vector?.some((value) => value !== 0) ?? false;
  if (isNear) requireCurrent(connection, request.embedder);
  return rows.map((row) => {
    const place = index.placeOf(row);
    const similarity = isNear ? similarityAt(asked, vector as Float32Array, place) : undefined;
    return { place, similarity };
  });
}

/** The cosine of the row at a place and the vector, if the row has one. */
function similarityAt({ index }: Asked, vector: Float32Array, place: number): number | undefined {
  const code = index.snapshot.codes?.get(place);
  const rest = code && index.restAt(place);
  return rest && exactDot(vector, { ...code, rest });
}
