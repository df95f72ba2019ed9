import { pages } from '@mneme/contract';
import type { EngineContext } from '@mneme/contract/context';

/** At most ten: the prefix is ambiguous. */
const most = 10;
const pageSize = 1000;

/** Ids of the scope that begin or end with a text, sorted; also of expired or replaced records. */
export async function findIds(
  { backend }: EngineContext,
  scope: string,
  part: string,
): Promise<string[]> {
  const found: string[] = [];
  for await (const { rows } of pages((cursor) => backend.scan({ scope, cursor, limit: pageSize })))
    for (const { id } of rows) if (id.startsWith(part) || id.endsWith(part)) found.push(id);
  return found.sort().slice(0, most);
}
