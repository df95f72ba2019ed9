import type { Backend } from '../contract/index.ts';
import type { EngineContext } from './context.ts';

/** Every place that a memory keeps something in: its records, and its documents where they lie apart. */
export function storesOf({ backend, apart }: Pick<EngineContext, 'backend' | 'apart'>): Backend[] {
  return apart === undefined ? [backend] : [backend, apart];
}
