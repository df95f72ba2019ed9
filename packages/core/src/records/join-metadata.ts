import type { MemoryMetadata } from '../contract/index.ts';
import { metadataLimit } from '../input/index.ts';

/** Of two sayings of one fact: all keys, the later value of each. Where that is too much, the later metadata alone. */
export function joinMetadata(...all: (MemoryMetadata | undefined)[]): MemoryMetadata | undefined {
  const given = all.filter((metadata) => metadata !== undefined);
  const joined = Object.assign({}, ...given) as MemoryMetadata;
  if (JSON.stringify(joined).length > metadataLimit) return given.at(-1);
  return given.length === 0 ? undefined : joined;
}
