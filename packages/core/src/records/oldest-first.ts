import type { MemoryRecord } from '@mneme/engine/contract';

/** A history in order: by time, but a record never before one that it replaced, whatever a clock said meanwhile. */
export function oldestFirst(records: readonly MemoryRecord[]): MemoryRecord[] {
  const replaced = Map.groupBy(records, (record) => record.supersededBy);
  const ordered = new Set<MemoryRecord>();
  // Backends answer by time, so most are in order: what is older was added before.
  const waiting = [...records].reverse();
  for (let record = waiting.at(-1); record !== undefined; record = waiting.at(-1)) {
    const older = (replaced.get(record.id) ?? []).filter((each) => !ordered.has(each));
    const isNext = older.length === 0 || ordered.has(record);
    if (isNext) ordered.add(waiting.pop() as MemoryRecord);
    else waiting.push(...older.reverse());
  }
  return [...ordered];
}
