import type { MemoryRecord, RecordFilter } from '../contract/index.ts';

type MemoryKind = 'fact' | 'episode';

export function ofKind(filter: RecordFilter, _kind: MemoryKind): RecordFilter {
  return filter;
}

export function kindOf({ source }: MemoryRecord): MemoryKind {
  return source.session !== undefined && source.sequence !== undefined ? 'episode' : 'fact';
}
