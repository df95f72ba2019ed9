import type { MemorySource, StoreInput } from '@mneme/core';
import type { Imported, ImportedSkip, ImportedTurn } from './imported.ts';

/** An item in the form of a store's input. */
export interface ReadInput {
  at: string;
  scope: string;
  input: StoreInput & { source: MemorySource };
}

/** Items for storing one by one: a turn without a place comes after the turns of its session read before. */
export async function* readInputs(
  items: AsyncIterable<Imported>,
  { scope: ofAll }: { scope: string },
): AsyncGenerator<ReadInput | ImportedSkip> {
  const places = new Map<string, number>();
  for await (const item of items) {
    if (item.kind === 'skip') {
      yield item;
      continue;
    }
    const { at, scope = ofAll } = item;
    if (item.kind === 'fact') {
      yield { at, scope, input: item.input };
      continue;
    }
    const key = JSON.stringify([scope, item.session]);
    const last = places.get(key) ?? 0;
    const { sequence = Math.floor(last) + 1 } = item;
    places.set(key, Math.max(last, sequence));
    yield { at, scope, input: storeInput({ ...item, sequence }) };
  }
}

/** A turn in the form of a store's input; without a place it is the first of its session. */
export function storeInput(turn: ImportedTurn): ReadInput['input'] {
  const { kind: _, at, scope, session, sequence = 1, speaker, source, ...input } = turn;
  return {
    ...input,
    kind: 'episode',
    source: { ...source, ...defined({ speaker, session, sequence }) },
  };
}

/** Without what the source does not say. */
export function defined(source: MemorySource): MemorySource {
  return Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined));
}
