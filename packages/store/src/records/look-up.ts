import {
  isCurrent,
  type LookUpMatch,
  type LookUpProbe,
  type LookUpRequest,
  type MemoryRecord,
} from '@mneme/core/backend';
import type { Kept } from '../index/kept.ts';
import { comparedRows, placesSharing } from '../index/sharing.ts';
import type { Question, Row } from '../rows/rows.ts';
import type { IndexHit } from '../rows/search-index.ts';
import { type Meta, metaIn } from '../scopes/meta.ts';
import type { Follower } from '../search-index/follower.ts';
import { FoundRows } from '../search-index/found-rows.ts';
import { conditionsOf } from '../search-index/indexed-rows.ts';
import { requireCurrent } from '../spaces/space-of.ts';
import { EqualRows, kindOf, probeQuestions } from './equal-rows.ts';
import type { RecordGround } from './ground.ts';
import { addAccess } from './record-row.ts';

export async function lookUp(ground: RecordGround, request: LookUpRequest): Promise<LookUpMatch[]> {
  const { scope, probes } = request;
  // Beside the changes of the index. Neither misses what was acknowledged before the call.
  const asked = ground.rows.read(scope, probeQuestions(request));
  asked.catch(() => {});
  const byRows = () =>
    ground.indexes.use({ scope }, (kept) => {
      if (probes.some(isNear)) requireCurrent(ground, kept.meta, request);
      const near = probes.map((probe) => placesNear(kept, probe, request));
      return matchesOf(ground, request, { asked, kept, near });
    });
  const byIndex = async (follower: Follower) => {
    const { near, meta } = await nearBeside(ground, follower, request);
    const kept = new FoundRows(ground.rows, { scope, meta });
    return matchesOf(ground, request, { asked, kept, near });
  };
  const { follower } = ground;
  return follower === undefined ? byRows() : follower.use(() => byIndex(follower), byRows);
}

async function matchesOf(
  ground: RecordGround,
  request: LookUpRequest,
  {
    asked,
    kept,
    near,
  }: { asked: Promise<Row[][]>; kept: Kept | FoundRows; near: readonly (readonly number[])[] },
): Promise<LookUpMatch[]> {
  const { scope, probes } = request;
  const equals = new EqualRows(await asked, request);
  const placesOf = (rows: readonly Row[]) =>
    rows.map(({ number }) => kept.placeOf(number as number)).filter((at) => at >= 0);
  const found = probes.map(
    (probe, at): Places => ({
      equal: placesOf(equals.of('by_content', probe).slice(0, 1)),
      sameExternalId: placesOf(equals.of('by_external_id', probe).slice(0, 1)),
      nearest: near[at] ?? [],
      sameMatter: placesOf(equals.of('by_matter', probe).slice(0, probe.limit)),
      atTurn: placesOf(equals.of('by_turn', probe)),
    }),
  );
  const [accesses] = await Promise.all([
    readIfAny(ground, scope, equals.accessQuestions(scope)),
    kept.load(found.flatMap((each) => Object.values(each).flat())),
  ]);
  const records = new LoadedRecords(kept, accesses.flat(), request);
  return probes.map((probe, at) => matchOf(records, probe, found[at] as Places));
}

async function readIfAny({ rows }: RecordGround, scope: string, questions: readonly Question[]) {
  return questions.length === 0 ? [] : rows.read(scope, questions);
}

/** Places of what a probe finds. */
type Places = Record<keyof LookUpMatch, readonly number[]>;

function matchOf(records: LoadedRecords, probe: LookUpProbe, places: Places): LookUpMatch {
  const [equal] = records.at(places.equal);
  const [sameExternalId] = records.at(places.sameExternalId);
  const compared = (some: readonly number[]) =>
    some.flatMap((place) => {
      const similarity = isNear(probe)
        ? records.kept.similarityAt(probe.vector as Float32Array, place)
        : undefined;
      return { place, similarity };
    });
  const nearest = compared(places.nearest)
    .filter((each): each is { place: number; similarity: number } => each.similarity !== undefined)
    .sort((one, other) => other.similarity - one.similarity)
    .slice(0, probe.limit);
  return {
    ...(equal && { equal }),
    ...(sameExternalId && { sameExternalId }),
    nearest: nearest.flatMap(({ place, similarity }) =>
      records.at([place]).map((record) => ({ record, similarity })),
    ),
    sameMatter: compared(places.sameMatter).flatMap(({ place, similarity }) =>
      records
        .at([place])
        .map((record) => (similarity === undefined ? { record } : { record, similarity })),
    ),
    atTurn: records.at(places.atTurn),
  };
}

function isNear({ vector }: LookUpProbe): boolean {
  return vector?.some((component) => component !== 0) ?? false;
}

/** Whether to look for records that share words with the probe: unlike a scan of vectors, the work does not grow with the scope. */
function looksNear(probe: LookUpProbe): boolean {
  const { category, contentKey, limit } = probe;
  return isNear(probe) && limit > 0 && category !== undefined && contentKey !== undefined;
}

function placesNear(
  { index }: Kept,
  probe: LookUpProbe,
  { now }: Pick<LookUpRequest, 'now'>,
): number[] {
  if (!looksNear(probe)) return [];
  const among = { kind: kindOf(probe), now: Date.parse(now) };
  return placesSharing(index, index.rowsOf(probe.terms ?? []), among);
}

/** The same by a search engine. It is not asked if nothing looks near. */
async function nearBeside(
  ground: RecordGround,
  follower: Follower,
  request: LookUpRequest,
): Promise<{ near: number[][]; meta: Meta }> {
  const { scope, probes, now } = request;
  if (!probes.some(isNear)) return { near: [], meta: metaIn() };
  const { meta, found } = await follower.ask(scope, (names, meta) => {
    requireCurrent(ground, meta, request);
    return probes.filter(looksNear).map((probe) => ({
      where: [{ field: 'kind', in: [kindOf(probe)] }, ...conditionsOf({ now }, names)],
      terms: (probe.terms ?? []).map(names.hide),
      limit: comparedRows,
    }));
  });
  const answers = found.values();
  const near = probes.map((probe) => {
    const { lexical = [] } = (looksNear(probe) && answers.next().value) || {};
    return lexical.map(({ id }: IndexHit) => Number(id));
  });
  return { near, meta };
}

/** Copies of records that an index has loaded, because those are shared. */
class LoadedRecords {
  readonly kept: Kept | FoundRows;
  readonly #accesses: ReadonlyMap<string, Row>;
  readonly #now: string;

  constructor(
    kept: Kept | FoundRows,
    accesses: readonly Row[],
    { now }: Pick<LookUpRequest, 'now'>,
  ) {
    this.kept = kept;
    this.#accesses = new Map(accesses.map((row) => [row.id as string, row]));
    this.#now = now;
  }

  /** Without those that another writer has removed or replaced meanwhile. */
  at(places: readonly number[]): MemoryRecord[] {
    return places.flatMap((place) => {
      const record = this.kept.recordAt(place);
      if (record === undefined || !isCurrent(record, this.#now)) return [];
      return [addAccess(structuredClone(record), this.#accesses.get(record.id))];
    });
  }
}
