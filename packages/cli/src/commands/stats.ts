import { defineCommand } from '../command.ts';
import { scopeOptions, storeOptions } from '../options.ts';
import { table } from '../table.ts';

export const statsCommand = defineCommand({
  uses: [...scopeOptions, ...storeOptions],
  async run({ values, output, open }) {
    const { memory, backend, path } = await open({ embedder: 'none' });
    const stats = await (values.scope === undefined
      ? memory.stats()
      : memory.scope(values.scope).stats());
    const scopes = values.scope === undefined ? await memory.scopes() : undefined;
    output.result({ ...stats, scopes: scopes?.length, backend, path }, () => {
      const { quiet } = output.colours;
      const { embedder, nextEmbedder, bytes } = stats;
      const describe = (identity: typeof embedder) =>
        identity && `${identity.name} ${identity.revision}, ${identity.dimensions} dimensions`;
      const rows: [string, string | undefined][] = [
        ['current', String(stats.current)],
        ...Object.entries(stats.byKind).map(([kind, count]): [string, string] => [
          `  ${kind}s`,
          String(count),
        ]),
        ...Object.entries(stats.byCategory).map(([category, count]): [string, string] => [
          `    ${category}`,
          String(count),
        ]),
        ['superseded', String(stats.superseded)],
        ['expired', String(stats.expired)],
        ['scopes', scopes && String(scopes.length)],
        ['embedder', describe(embedder)],
        ['changing to', describe(nextEmbedder)],
        ['size', bytes === undefined ? undefined : `${(bytes / 1024 / 1024).toFixed(1)} MiB`],
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
