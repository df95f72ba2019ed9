import { openEmbedder, parseModelSpec } from '@mneme/runtime';
import { defineCommand } from '../command.ts';
import { storeOptions } from '../options.ts';
import { progressOption, showProgress } from '../show-progress.ts';
import { UsageError } from '../usage-error.ts';

export const reembedCommand = defineCommand({
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
        const { embedder: kept } = await memory.stats();
        output.result({ abandoned: values.embedder, embedder: kept }, () => {
          const answers = kept === undefined ? 'has no embedder' : `goes on with ${kept.name}`;
          return `what was built for ${values.embedder} is gone; the store ${answers}`;
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
