import { compareTexts, type MemoryRecord } from '@mneme/contract';

/** A history in order: by time, but a record never before one that it replaced, even if a clock was wrong. */
export function oldestFirst(records: readonly MemoryRecord[]): MemoryRecord[] {
  const replaced = Map.groupBy(records, (record) => record.supersededBy);
  const ordered = new Set<MemoryRecord>();
  // At the same time, the text that was replaced first comes first, because ids have no order here.
  const waiting = [...records].sort((one, other) => compareTexts(timesOf(other), timesOf(one)));
  for (let record = waiting.at(-1); record !== undefined; record = waiting.at(-1)) {
    const older = (replaced.get(record.id) ?? []).filter((each) => !ordered.has(each));
    const isNext = older.length === 0 || ordered.has(record);
    if (isNext) ordered.add(waiting.pop() as MemoryRecord);
    else waiting.push(...older.reverse());
  }
  return [...ordered];
}

function timesOf({ occurredAt, createdAt, updatedAt }: MemoryRecord): string {
  return [occurredAt, createdAt, updatedAt].join(' ');
}
