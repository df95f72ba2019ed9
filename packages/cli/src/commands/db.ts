import { openEmbedder, parseModelSpec } from '@mneme/runtime';
import { defineCommand } from '../command.ts';
import { memoryOptions, storeOptions } from '../options.ts';
import { progressOption, showProgress } from '../show-progress.ts';
import { table, tableOf } from '../table.ts';
import { oneLine } from '../text-width.ts';
import { UsageError } from '../usage-error.ts';
import { shortId } from '../whole-id.ts';
import { mebibytes } from './backup.ts';

export const stats = defineCommand({
  uses: memoryOptions,
  async run({ values, output, open }) {
    const { memory, backend, path } = await open();
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

export const audit = defineCommand({
  options: {
    limit: { number: 'N', help: 'maximum number of lines' },
  },
  uses: memoryOptions,
  async run({ values: { scope, limit }, output, open }) {
    const { memory } = await open();
    const entries = await memory.audit({ scope, limit });
    output.result({ entries }, () => {
      const rows = entries.map(({ at, action, scope, id, actor, reason }) =>
        [at.slice(0, 19), action, scope, id && shortId(id), actor, reason].map((cell) =>
          oneLine(cell ?? ''),
        ),
      );
      const head = ['at', 'action', 'scope', 'id', 'actor', 'reason'];
      return tableOf(output, { head, rows, none: 'There is no audit line.' });
    });
  },
});

export const reembed = defineCommand({
  details: [
    '--embedder names the new model. The new vectors are built beside the old ones, of records and of documents; until all are ready, the old ones',
    'answer. Then the store switches in one step. Repeat an interrupted run to continue it. Programs that',
    'have the store open with the old model may read and write until the switch; then they must open it with the new one.',
  ].join('\n'),
  options: {
    batch: { number: 'N', help: 'texts in one step (default: 256)' },
    abandon: { help: 'remove what an interrupted run to this model has built' },
    ...progressOption,
  },
  uses: [...storeOptions, 'documents', 'embedder'],
  async run(context) {
    const { values, output, environment, signal, open } = context;
    if (values.embedder === undefined)
      throw new UsageError('reembed needs --embedder, the new model.', 'embedder');
    const { memory } = await open({ embedder: 'none' });
    const spec = parseModelSpec(values.embedder, 'embedder');
    const embedder = await openEmbedder(spec, environment);
    try {
      if (values.abandon) {
        await memory.abandonReembed({ embedder, signal });
        const { embedder: current } = await memory.stats();
        output.result({ abandoned: values.embedder, embedder: current }, () => {
          const answers =
            current === undefined ? 'has no embedder' : `goes on with ${current.name}`;
          return `what was built for ${values.embedder} is removed; the store ${answers}`;
        });
        return undefined;
      }
      const { embedder: before } = await memory.stats();
      const report = await memory.reembed({
        embedder,
        batchSize: values.batch,
        signal,
        onProgress: ({ done, total }) => {
          const part = total === 0 ? 1 : done / total;
          showProgress(context, { text: `${done} of ${total} texts`, part });
        },
      });
      output.result({ ...report, before }, () => {
        const known = report.known === 0 ? '' : `, ${report.known} were embedded before`;
        const old = before === undefined ? '' : ` instead of ${before.name} ${before.revision}`;
        const { name, revision, dimensions } = report.embedder;
        return [
          `${report.embedded} texts embedded${known}`,
          `the store answers with ${name} ${revision} (${dimensions} dimensions)${old}`,
          `open it with --embedder ${values.embedder}, or set MNEME_EMBEDDER`,
        ];
      });
    } finally {
      await embedder.close?.();
    }
  },
});

export { stats as db };
