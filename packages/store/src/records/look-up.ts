import type { LookUpMatch, LookUpProbe, LookUpRequest, MemoryRecord } from '@mneme/core/contract';
import { placesSharing } from '@mneme/core/index';
import type { Kept } from '../index/kept.ts';
import { requireCurrent } from '../spaces/space-of.ts';
import type { RecordGround } from './ground.ts';
import { kindOf, PlacesByKey, probeQuestions } from './probe-keys.ts';

export function lookUp(ground: RecordGround, request: LookUpRequest): Promise<LookUpMatch[]> {
  const { scope, probes } = request;
  const questions = probeQuestions(request);
  return ground.indexes.use({ scope }, async (kept) => {
    if (probes.some(isNear)) requireCurrent(ground, kept.meta, request);
    const places = new PlacesByKey(kept, await ground.rows.read(scope, questions), request);
    const found = probes.map((probe) => ({
      equal: places.of('by_content', probe).slice(0, 1),
      sameExternalId: places.of('by_external_id', probe).slice(0, 1),
      nearest: placesNear(kept, probe, request),
      sameMatter: places.of('by_matter', probe).slice(0, probe.limit),
      atTurn: places.of('by_turn', probe),
    }));
    await kept.load(found.flatMap((each) => Object.values(each).flat()));
    return probes.map((probe, at) => matchOf(kept, probe, found[at] as Places));
  });
}

/** Places of what a probe finds. */
type Places = Record<keyof LookUpMatch, readonly number[]>;

function matchOf(kept: Kept, probe: LookUpProbe, places: Places): LookUpMatch {
  const [equal] = recordsAt(kept, places.equal);
  const [sameExternalId] = recordsAt(kept, places.sameExternalId);
  const similarityAt = (place: number) =>
    isNear(probe) ? kept.similarityAt(probe.vector as Float32Array, place) : undefined;
  const nearest = places.nearest
    .map((place) => ({ place, similarity: similarityAt(place) }))
    .filter((each): each is { place: number; similarity: number } => each.similarity !== undefined)
    .sort((one, other) => other.similarity - one.similarity)
    .slice(0, probe.limit);
  return {
    ...(equal && { equal }),
    ...(sameExternalId && { sameExternalId }),
    nearest: nearest.flatMap(({ place, similarity }) =>
      recordsAt(kept, [place]).map((record) => ({ record, similarity })),
    ),
    sameMatter: places.sameMatter.flatMap((place) => {
      const similarity = similarityAt(place);
      return recordsAt(kept, [place]).map((record) =>
        similarity === undefined ? { record } : { record, similarity },
      );
    }),
    atTurn: recordsAt(kept, places.atTurn),
  };
}

function isNear({ vector }: LookUpProbe): boolean {
  return vector?.some((component) => component !== 0) ?? false;
}

/** Records that share words with the probe: unlike a scan of vectors, the work does not grow with the scope. */
function placesNear(
  { index }: Kept,
  probe: LookUpProbe,
  { now }: Pick<LookUpRequest, 'now'>,
): number[] {
  const { category, contentKey, limit, terms = [] } = probe;
  if (!isNear(probe) || limit === 0 || category === undefined || contentKey === undefined)
    return [];
  const among = { kind: kindOf(probe), now: Date.parse(now) };
  return placesSharing(index, index.rowsOf(terms), among);
}

/** Copies, because the loaded ones are shared. One that was removed meanwhile is missing. */
function recordsAt(kept: Kept, places: readonly number[]): MemoryRecord[] {
  return places.flatMap((place) => {
    const record = kept.recordAt(place);
    return record === undefined ? [] : [structuredClone(record)];
  });
}
