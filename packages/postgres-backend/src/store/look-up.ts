import type { LookUpMatch, LookUpProbe, LookUpRequest, MemoryRecord } from '@mneme/core/contract';
import { exactDot, kindNumber, placesSharing } from '@mneme/core/index';
import type { Query } from '../connection.ts';
import { requireCurrent } from '../spaces.ts';
import { hashOf, type RecordRow, recordColumns, toRecord } from './rows.ts';
import { Reading } from './search.ts';
import type { Store } from './store.ts';

export function lookUp(store: Store, request: LookUpRequest): Promise<LookUpMatch[]> {
  const { scope, probes } = request;
  return store.indexes.use({ scope }, async (kept) => {
    const reading = new Reading(store, kept, scope);
    if (probes.some(hasVector)) requireCurrent(kept.spaces, store.givenTo(request));
    const now = Date.parse(request.now);
    const rows = await store.connection.read({ scope }, (query) => found(query, request));
    const shared = probes.map((probe) =>
      isNear(probe)
        ? placesSharing(kept.index, kept.index.rowsOf(probe.terms ?? []), {
            kind: kindNumber(probe.category),
            now,
          })
        : [],
    );
    const matter = rows.filter(({ what }) => what === 'matter');
    await reading.read([
      ...shared.flat(),
      ...matter.flatMap(({ number }) => [kept.index.placeOf(number)].filter((at) => at >= 0)),
    ]);
    const similarityAt = (vector: Float32Array, place: number) => {
      const code = place < 0 ? undefined : kept.index.codes?.get(place);
      const rest = code && reading.restAt(place);
      return rest && exactDot(vector, { ...code, rest });
    };
    return probes.map((probe, at): LookUpMatch => {
      const own = (what: Found['what']) =>
        rows.filter((row) => row.probe === at && row.what === what);
      const { vector } = probe;
      const near = (shared[at] as number[])
        .flatMap((place) => {
          const similarity = similarityAt(vector as Float32Array, place);
          const record = reading.recordAt(place);
          return similarity === undefined || record === undefined ? [] : [{ record, similarity }];
        })
        .sort((a, b) => b.similarity - a.similarity)
        .slice(0, probe.limit);
      const match: LookUpMatch = {
        nearest: near.map((each) => structuredClone(each)),
        sameMatter: own('matter').map((row) => {
          const similarity = hasVector(probe)
            ? similarityAt(vector as Float32Array, kept.index.placeOf(row.number))
            : undefined;
          return { record: toRecord(row), ...(similarity === undefined ? {} : { similarity }) };
        }),
        atTurn: own('turn').map(toRecord),
      };
      const set = (field: 'equal' | 'sameExternalId', record: MemoryRecord | undefined) => {
        if (record !== undefined) match[field] = record;
      };
      set('equal', own('equal').map(toRecord)[0]);
      set('sameExternalId', own('external').map(toRecord)[0]);
      return match;
    });
  });
}

function hasVector({ vector }: LookUpProbe): boolean {
  return vector?.some((component) => component !== 0) ?? false;
}

function isNear(probe: LookUpProbe): boolean {
  const { category, contentKey, limit } = probe;
  return hasVector(probe) && category !== undefined && contentKey !== undefined && limit > 0;
}

interface Found extends RecordRow {
  probe: number;
  what: 'equal' | 'external' | 'matter' | 'turn';
}

/** All exact look-ups of all probes at once. */
function found(query: Query, { scope, now, probes }: LookUpRequest): Promise<Found[]> {
  const asked = probes.map(({ category, contentKey, externalId, matter, limit, turn }, at) => ({
    probe: at,
    kind: category === undefined ? undefined : kindNumber(category),
    content_key: contentKey === undefined ? undefined : hashOf(contentKey),
    external_id: externalId === undefined ? undefined : hashOf(externalId),
    matter: contentKey === undefined || matter === undefined ? undefined : hashOf(matter),
    wanted: limit,
    ...turn,
  }));
  const current = `r.scope = $1 AND r.kind IS NOT NULL AND r.superseded_by IS NULL AND (r.expires_at IS NULL OR r.expires_at > $3)`;
  const part = (what: Found['what'], condition: string, order: string) =>
    `SELECT p.probe, '${what}' AS what, f.* FROM p CROSS JOIN LATERAL (
       SELECT ${recordColumns} FROM records r WHERE ${current} AND ${condition} ORDER BY ${order}) f`;
  return query<Found>(
    `WITH p AS (
       SELECT * FROM json_to_recordset($2) AS x (probe integer, kind integer, content_key text, external_id text, matter text,
         wanted integer, session text, sequence float8))
     ${[
       part('equal', 'r.content_key = p.content_key AND r.kind = p.kind', 'r.number LIMIT 1'),
       part('external', 'r.external_id = p.external_id', 'r.number LIMIT 1'),
       part(
         'matter',
         'r.matter = p.matter AND r.kind = p.kind',
         'r.created_at DESC, r.id DESC LIMIT p.wanted',
       ),
       part(
         'turn',
         `r.session = p.session AND r.sequence = p.sequence AND r.kind = ${kindNumber(undefined)}`,
         'r.id',
       ),
     ].join(' UNION ALL ')}`,
    [scope, JSON.stringify(asked), Date.parse(now)],
  );
}
