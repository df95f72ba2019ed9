import type { Memory, MemoryMetadata, MemoryRecord, MemoryScope } from '@mneme/core';
import type { Later } from './later.ts';

/**
 * A deletion is in the store at once: the memory has expired, so that nobody is given it any more, and its metadata says
 * when it goes for good. Until then it can be kept. Whoever opens the store next carries out what was left.
 */

const mark = 'mneme_deletion';
const orderField = 'mneme_deletion_order';

/** What was decided about a memory. */
export interface Order {
  /** When it goes for good. ISO 8601 in UTC. */
  due: string;
  actor: string;
  reason?: string;
  /** How many records go with it, as its reader saw them. */
  removed: number;
  /** The expiry that it had before. */
  expiresAt?: string;
}

/** The order of a memory that is being deleted. */
export function orderOf({ metadata }: Pick<MemoryRecord, 'metadata'>): Order | undefined {
  const text = metadata?.[orderField];
  if (metadata?.[mark] !== 'ordered' || typeof text !== 'string') return undefined;
  try {
    return JSON.parse(text) as Order;
  } catch {
    return undefined; // Written by somebody else.
  }
}

/** The metadata without the order. */
export function ownMetadata({
  metadata,
}: Pick<MemoryRecord, 'metadata'>): MemoryMetadata | undefined {
  const { [mark]: _, [orderField]: __, ...own } = metadata ?? {};
  return Object.keys(own).length === 0 ? undefined : own;
}

/** Hides the memory from everybody, and notes the order. Rejects with `conflict` if it has another version. */
export async function orderDeletion(
  scope: MemoryScope,
  { memory, version, order }: { memory: MemoryRecord; version: number; order: Order },
  now: Date,
): Promise<void> {
  const metadata = {
    ...ownMetadata(memory),
    [mark]: 'ordered',
    [orderField]: JSON.stringify(order),
  };
  const { actor, reason } = order;
  const by = { actor, ...(reason !== undefined && { reason }) };
  await scope.update(
    memory.id,
    { expiresAt: now, metadata },
    { ...by, version, includeExpired: true },
  );
}

/** Takes the order back. False: the memory is gone, or has no order any more. */
export async function keepMemory(scope: MemoryScope, id: string, actor: string): Promise<boolean> {
  const memory = await scope.get(id, { includeExpired: true });
  const order = memory && orderOf(memory);
  if (memory === undefined || order === undefined) return false;
  await scope.update(
    id,
    { expiresAt: order.expiresAt ?? null, metadata: ownMetadata(memory) ?? null },
    { actor, reason: 'undone', version: memory.version, includeExpired: true },
  );
  return true;
}

/** Deletes a memory for good whose time has come, unless that would take more with it than its reader saw. */
export async function carryOut(scope: MemoryScope, id: string): Promise<void> {
  const memory = await scope.get(id, { includeExpired: true });
  const order = memory && orderOf(memory);
  if (memory === undefined || order === undefined) return;
  const { version } = memory;
  const { removed } = await scope.delete(id, { dryRun: true, version });
  const { actor, reason } = order;
  const by = { actor, ...(reason !== undefined && { reason }) };
  if (removed.length <= order.removed) await scope.delete(id, { ...by, version });
  else await keepMemory(scope, id, actor);
}

/** The name under which a deletion waits. */
export function leavingName(scope: string, id: string): string {
  return JSON.stringify([scope, id]);
}

/** Carries out what an earlier inspector has left, or waits until it is due. */
export async function resumeDeletions(
  memory: Memory,
  {
    scopes,
    later,
    now,
    stopped,
  }: {
    scopes: readonly string[] | undefined;
    later: Later;
    now: () => Date;
    stopped: () => boolean;
  },
): Promise<void> {
  for (const name of scopes ?? (await memory.scopes())) {
    if (stopped()) return;
    const scope = memory.scope(name, { countReads: false });
    const left = { where: { [mark]: 'ordered' }, includeExpired: true, limit: 1000 } as const;
    const { memories } = await scope.list(left);
    for (const found of memories) {
      const order = orderOf(found);
      if (order === undefined) continue;
      const run = () => carryOut(scope, found.id);
      const wait = Date.parse(order.due) - now().getTime();
      if (wait <= 0) await run();
      else later.add(leavingName(name, found.id), wait, run);
    }
  }
}
