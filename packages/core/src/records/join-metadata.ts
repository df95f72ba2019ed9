import type { MemoryMetadata } from '@mneme/engine/contract';
import { metadataLimit } from '@mneme/engine/input';

/** Of two sayings of one fact: all keys, the later value of each. Where that is too much, the later metadata alone. */
export function joinMetadata(...all: (MemoryMetadata | undefined)[]): MemoryMetadata | undefined {
  const given = all.filter((metadata) => metadata !== undefined);
  const joined = Object.assign({}, ...given) as MemoryMetadata;
  if (JSON.stringify(joined).length > metadataLimit) return given.at(-1);
  return given.length === 0 ? undefined : joined;
}
