import type { Row, Rows } from '../rows/rows.ts';

const pageSize = 500;

/** The rows of all scopes in the order of their names, page by page. */
export async function* eachScope(rows: Rows): AsyncGenerator<Row> {
  for (let after: Row | undefined; ; ) {
    const [page = []] = await rows.read(undefined, [
      {
        table: 'scopes',
        is: [],
        ...(after && { after: [after.scope as string] }),
        limit: pageSize,
      },
    ]);
    yield* page;
    after = page.at(-1);
    if (page.length < pageSize) return;
  }
}
