import type { Backend } from './backend.ts';

/** Whether bytes of what was removed may still lie in the files of a store. */
export interface Remains {
  /** `removed`: none is left. `pending`: some may be left, for the reason given. */
  bytes: 'removed' | 'pending';
  /** What they wait for and when they go. There exactly where `bytes` is `pending`. */
  bytesReason?: string;
  /** Since when, where the store knows. ISO 8601 in UTC. */
  pendingSince?: string;
}

/** Of one or more stores: removed only where each says so. */
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
