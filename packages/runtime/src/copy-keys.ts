import { MnemeError } from '@mneme/core';
import type { KeyBackend } from '@mneme/core/contract';

/** Copies the keys of a server, including revoked ones. Returns how many. */
export async function copyKeys({
  from,
  to,
  scopes,
}: {
  from: KeyBackend;
  to: KeyBackend;
  scopes: readonly string[] | undefined;
}): Promise<number> {
  let copied = 0;
  for (const { revokedAt, ...key } of await from.listKeys(undefined)) {
    if (scopes !== undefined && !scopes.includes(key.scope)) continue;
    const there = await to.getKey(key.id);
    if (there === undefined) await to.addKey(key);
    else if (there.hash !== key.hash)
      throw new MnemeError('conflict', `the target has another key of the id ${key.id}`);
    if (revokedAt !== undefined) await to.revokeKey(key.id, revokedAt);
    copied += 1;
  }
  return copied;
}
