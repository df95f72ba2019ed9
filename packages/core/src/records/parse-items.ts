import { MnemeError } from '@mneme/contract';
import type { EngineContext } from '@mneme/contract/context';
import { gate } from '@mneme/contract/gate';
import {
  type Parsed,
  type StoreInput,
  type StoreItem,
  storeInputParser,
} from '@mneme/contract/input';
import type { StoreResult } from './api.ts';
import type { storeManyFields } from './option-fields.ts';

/** Inputs of a store, checked and copied. */
export interface ParsedItems {
  now: string;
  parsed: { index: number; item: StoreItem }[];
  /** One an input; those that were refused are in it. */
  results: StoreResult[];
  refuse(index: number, error: unknown): void;
}

/** Copies before the first pause, so that later changes of the caller are not stored. */
export function parseItems(
  context: EngineContext,
  inputs: readonly StoreInput[],
  { onError = 'throw', onConflict = 'supersede' }: Parsed<typeof storeManyFields>,
): ParsedItems {
  const now = context.now();
  const { maxContentBytes } = context;
  const parseItem = storeInputParser({ now, maxContentBytes, onConflict });
  const results = new Array<StoreResult>(inputs.length);
  const refuse = (index: number, error: unknown) => {
    if (!MnemeError.isInstance(error)) throw error;
    const located =
      inputs.length === 1 && onError === 'throw' ? error : error.at(`items[${index}]`);
    if (onError === 'throw') throw located;
    results[index] = { id: '', outcome: 'rejected', reason: located.message, error: located };
  };
  const parsed: ParsedItems['parsed'] = [];
  for (const [index, input] of inputs.entries()) {
    try {
      parsed.push({ index, item: parseItem(input) });
    } catch (error) {
      refuse(index, error);
    }
  }
  return { now, parsed, results, refuse };
}

/** Throws the error that storing this input would give, whatever is stored. */
export function checkItem(context: EngineContext, input: StoreInput): void {
  const { maxContentBytes } = context;
  const parse = storeInputParser({ now: context.now(), maxContentBytes, onConflict: 'supersede' });
  gate(parse(input), context.secrets);
}
