import { defineCommand } from '../command.ts';
import { scopeOptions, storeOptions } from '../options.ts';
import { table } from '../table.ts';
import { mebibytes } from './backup.ts';

export const statsCommand = defineCommand({
  uses: [...scopeOptions, ...storeOptions],
  async run({ values, output, open }) {
    const { memory, backend, path } = await open({ embedder: 'none' });
    const { scope } = values;
    const stats = await (scope === undefined ? memory : memory.scope(scope)).stats();
    const scopes = scope === undefined ? await memory.scopes() : undefined;
    output.result({ ...stats, scopes: scopes?.length, backend, path }, () => {
      const { quiet } = output.colours;
      const { embedder, nextEmbedder, bytes } = stats;
      const describe = (identity: typeof embedder) =>
        identity && `${identity.name} ${identity.revision}, ${identity.dimensions} dimensions`;
      const rows: [string, string | undefined][] = [
        ['current', String(stats.current)],
        ...counts(stats.byKind, (kind) => `  ${kind}s`),
        ...counts(stats.byCategory, (category) => `    ${category}`),
        ['superseded', String(stats.superseded)],
        ['expired', String(stats.expired)],
        ['scopes', scopes && String(scopes.length)],
        ['embedder', describe(embedder)],
        ['changing to', describe(nextEmbedder)],
        ['size', bytes === undefined ? undefined : mebibytes(bytes)],
        ['backend', backend],
        ['file', path],
      ];
      return table(
        rows.flatMap(([name, value]) => (value === undefined ? [] : [[quiet(name), value]])),
        { width: output.tableWidth, wrapped: true },
      );
    });
  },
});

function counts(by: Readonly<Record<string, number>>, named: (name: string) => string) {
  return Object.entries(by).map(([name, count]): [string, string] => [named(name), String(count)]);
}
