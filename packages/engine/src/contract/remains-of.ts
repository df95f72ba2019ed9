import type { Backend } from './backend.ts';
import type { Remains } from './remains.ts';

/** Of one or more stores: `removed` only if each says so. */
export async function remainsOf(
  stores: readonly Pick<Backend, 'name' | 'remains'>[],
  options: { wait: boolean },
): Promise<Remains> {
  const each = await Promise.all(
    stores.map(
      async (store): Promise<Remains> =>
        (await store.remains?.(options)) ?? {
          bytes: 'pending',
          bytesReason: `the ${store.name} store cannot tell when bytes of what was removed leave it`,
        },
    ),
  );
  return each.find(({ bytes }) => bytes === 'pending') ?? { bytes: 'removed' };
}
