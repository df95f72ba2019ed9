import { defineCommand } from '../command.ts';
import { scopeOptions, storeOptions } from '../options.ts';
import { tableOf } from '../table.ts';
import { oneLine } from '../text-width.ts';
import { shortId } from '../whole-id.ts';

export const auditCommand = defineCommand({
  options: {
    limit: { number: 'N', help: 'maximum number of lines' },
  },
  uses: [...scopeOptions, ...storeOptions],
  async run({ values: { scope, limit }, output, open }) {
    const { memory } = await open({ embedder: 'none' });
    const entries = await memory.audit({ scope, limit });
    output.result({ entries }, () => {
      if (entries.length === 0) return output.colours.quiet('Nothing has been written yet.');
      const rows = entries.map(({ at, action, scope, id, actor, reason }) =>
        [at.slice(0, 19), action, scope, id && shortId(id), actor, reason].map((cell) =>
          oneLine(cell ?? ''),
        ),
      );
      return tableOf(output, { head: ['at', 'action', 'scope', 'id', 'actor', 'reason'], rows });
    });
  },
});
