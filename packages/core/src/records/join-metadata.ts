import type { MemoryMetadata } from '@mneme/engine/contract';
import { metadataLimit } from '@mneme/engine/input';

/**
 * The metadata of two statements of one fact: all keys, the later value of each. If that is too large, only the later
 * metadata.
 */
export function joinMetadata(...all: (MemoryMetadata | undefined)[]): MemoryMetadata | undefined {
  const given = all.filter((metadata) => metadata !== undefined);
  const joined = Object.assign({}, ...given) as MemoryMetadata;
  if (JSON.stringify(joined).length > metadataLimit) return given.at(-1);
  return given.length === 0 ? undefined : joined;
}
