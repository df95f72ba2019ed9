import type { Backend } from '../contract/index.ts';
import type { EngineContext } from './context.ts';

/** All backends of a memory: the one of the records, and the one of the documents if that is another. */
export function storesOf({ backend, apart }: Pick<EngineContext, 'backend' | 'apart'>): Backend[] {
  return apart === undefined ? [backend] : [backend, apart];
}
