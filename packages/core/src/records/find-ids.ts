import type { EngineContext } from '../engine/context.ts';

/** More are not told: who sees ten knows that more of the id is needed. */
const most = 10;
const pageSize = 1000;

/** Ids of the scope that begin so, in order: of records that expired or were replaced, too. */
export async function findIds(
  { backend }: EngineContext,
  scope: string,
  beginning: string,
): Promise<string[]> {
  const found: string[] = [];
  let after: string | undefined;
  for (;;) {
    const { rows } = await backend.scan({ scope, after, limit: pageSize });
    for (const { id } of rows) if (id.startsWith(beginning)) found.push(id);
    if (rows.length < pageSize) return found.sort().slice(0, most);
    after = rows.at(-1)?.id;
  }
}
