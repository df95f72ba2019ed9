import type { Connection } from '../connection.ts';

/** From 1.19 on, the server can weigh words by their rarity within a filter, such as a scope. */
export async function offersScopedRarity(connection: Connection): Promise<boolean> {
  // A gateway may hide the server's own page: then the older way is used, which works with every version.
  const version = await connection
    .request((client) => client.versionInfo())
    .then((info) => info.version)
    .catch(() => '');
  return isAtLeast(version, [1, 19]);
}

export function isAtLeast(version: string, [major, minor]: readonly [number, number]): boolean {
  const [foundMajor = 0, foundMinor = 0] = version.split('.').map(Number);
  return foundMajor > major || (foundMajor === major && foundMinor >= minor);
}
