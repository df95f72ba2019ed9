import { type AuditEntry, isExpired, type MemoryRecord, MnemeError } from '@mneme/contract';
import { type EngineContext, noMemory, untilCommitted } from '@mneme/contract/context';
import { gate } from '@mneme/contract/gate';
import { parseId, parseOptions } from '@mneme/contract/input';
import type { RestoreOptions, RestoreResult } from './api.ts';
import { restoreFields } from './option-fields.ts';
import { recordKey, rewritten } from './record-keys.ts';
import {
  assertVersion,
  nextVersion,
  supersede,
  unsuperseded,
  versionsBefore,
} from './transitions.ts';

/** Undoes a supersession: the older record is current again, beside the one that had replaced it or in its place. */
export async function restore(
  context: EngineContext,
  scope: string,
  { id: given, options }: { id: string; options: RestoreOptions },
): Promise<RestoreResult> {
  const { instead = false, version, signal, ...rest } = parseOptions(options, restoreFields);
  const { actor = 'application', reason = 'restored' } = gate(rest, context.secrets).value;
  const id = parseId(given);
  const attempt = async (): Promise<RestoreResult | undefined> => {
    const at = context.now();
    const chain = await context.backend.history(scope, id);
    const old = chain.find((record) => record.id === id);
    if (old === undefined || isExpired(old, at))
      throw noMemory(id, 'history shows what was replaced');
    if (old.supersededBy === undefined) return { id, outcome: 'unchanged' };
    const current = currentOf(chain, old);
    if (current !== undefined) assertVersion(current, version);
    await assertFree(context, { scope, old, current: instead ? current : undefined, at });
    const records = [nextVersion(unsuperseded(old), at)];
    const line = { at, scope, actor };
    const audit: AuditEntry[] = [{ ...line, action: 'restore', id, reason }];
    if (instead && current !== undefined) {
      const over = nextVersion(current, at);
      supersede(over, old, 'an older text was restored in its place');
      records.push(over);
      audit.push({ ...line, action: 'supersede', id: over.id, reason: `superseded by ${id}` });
    }
    const puts = records.map(rewritten);
    const expect = versionsBefore(puts);
    const commit = { scope, expect, puts, removals: [], audit };
    const { committed } = await context.backend.commit(commit);
    if (!committed) return undefined;
    if (current === undefined) return { id, outcome: 'restored' };
    return {
      id,
      outcome: 'restored',
      ...(instead ? { replaced: current.id } : { beside: current.id }),
    };
  };
  return untilCommitted(attempt, {
    what: `the memory ${id}`,
    meanwhile: 'it was restored',
    signal,
  });
}

/** The current record that replaced it; undefined if that is removed. */
function currentOf(chain: readonly MemoryRecord[], old: MemoryRecord): MemoryRecord | undefined {
  const seen = new Set([old.id]);
  let next = chain.find(({ id }) => id === old.supersededBy);
  while (next?.supersededBy !== undefined && !seen.has(next.id)) {
    seen.add(next.id);
    const { supersededBy } = next;
    next = chain.find(({ id }) => id === supersededBy);
  }
  return next?.supersededBy === undefined ? next : undefined;
}

/** No other current record may say the same, or have the same external id, unless it is replaced now. */
async function assertFree(
  { backend }: EngineContext,
  {
    scope,
    old,
    current,
    at,
  }: { scope: string; old: MemoryRecord; current: MemoryRecord | undefined; at: string },
): Promise<void> {
  const { category, source } = old;
  const probe = { category, contentKey: recordKey(old), limit: 0, externalId: source.externalId };
  const [match] = await backend.lookUp({ scope, now: at, probes: [probe] });
  const inTheWay = [match?.equal, match?.sameExternalId].find(
    (record) => record !== undefined && record.id !== current?.id,
  );
  if (inTheWay === undefined) return;
  const what = inTheWay === match?.equal ? 'says the same' : 'has the same external id';
  throw new MnemeError(
    'conflict',
    `the memory ${inTheWay.id} ${what}: delete it first; if it replaced this one, restore with instead`,
    { field: 'id' },
  );
}
