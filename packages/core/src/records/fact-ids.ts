import { isCurrent, type MemoryRecord } from '@mneme/contract';
import { type EngineContext, readMemories } from '@mneme/contract/context';
import { nameBasedUuid } from '@mneme/contract/ids';
import { isCompared, type PlanRequest, type PreparedItem } from './prepared-item.ts';
import { recordKey } from './record-keys.ts';

/**
 * Ids computed from the fact itself: two writers give the same fact the same id, so the store lets only one of them add
 * it. An external id has only one fact at a time, whatever its text. The id of a turn is computed from its place.
 * `predecessor`: the record that came before this one, so that a fact may come back.
 */
export function factId(
  { scope, idSecret }: Pick<PlanRequest, 'scope' | 'idSecret'>,
  item: Pick<PreparedItem, 'kind' | 'category' | 'source'> &
    Partial<Pick<PreparedItem, 'contentKey'>>,
  predecessor: string,
): string {
  const { externalId, session, sequence } = item.source;
  const name =
    externalId !== undefined
      ? [scope, 'external', externalId, predecessor]
      : item.kind === 'episode'
        ? [scope, 'turn', session, sequence, predecessor]
        : [scope, item.category, item.contentKey, predecessor];
  return nameBasedUuid(JSON.stringify(idSecret === undefined ? name : [idSecret, ...name]));
}

/** Whether the item's id is computed from its text. With `keepBoth` it gets a random id. */
export function hasFactId(item: PreparedItem): boolean {
  const { kind, source } = item;
  if (source.externalId !== undefined) return true;
  return isCompared(item) && (kind === 'fact' || source.session !== undefined);
}

/**
 * For ids of new facts that are taken. If the stored record is not the fact any more (superseded, expired, or merged
 * into another text), notes the id, so that the new record gets the next one. Otherwise another writer has stored the
 * fact, and the next look-up finds it.
 */
export async function addTakenIds(
  takenIds: Set<string>,
  facts: readonly [id: string, item: PreparedItem][],
  { context, request }: { context: EngineContext; request: PlanRequest },
): Promise<void> {
  const { scope, now } = request;
  let open = facts;
  while (open.length > 0) {
    const ids = new Set(open.map(([id]) => id));
    const bearers = new Map(
      (await readMemories(context.backend, scope, [...ids])).map((record) => [record.id, record]),
    );
    open = open.flatMap(([id, item]): typeof open => {
      const bearer = bearers.get(id);
      if (bearer === undefined || isFact(bearer, item, now)) return [];
      takenIds.add(id);
      return [[factId(request, item, id), item]];
    });
  }
}

function isFact(record: MemoryRecord, item: PreparedItem, now: string): boolean {
  if (!isCurrent(record, now)) return false;
  return item.source.externalId !== undefined || recordKey(record) === item.contentKey;
}
