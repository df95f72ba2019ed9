import type { EngineContext } from '@mneme/engine/context';
import { gate } from '@mneme/engine/gate';
import { type StoreInput, storeInputParser } from '@mneme/engine/input';

/** Throws the error that storing this input would give, whatever is stored. */
export function checkItem(context: EngineContext, input: StoreInput): void {
  const { maxContentBytes } = context;
  const parse = storeInputParser({ now: context.now(), maxContentBytes, onConflict: 'supersede' });
  gate(parse(input), context.secrets);
}
