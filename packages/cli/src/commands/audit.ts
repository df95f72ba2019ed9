import { defineCommand } from '../command.ts';
import { numberValue } from '../option-values.ts';
import { scopeOptions, storeOptions } from '../options.ts';
import { table } from '../table.ts';
import { oneLine } from '../text-width.ts';
import { shortId } from '../whole-id.ts';

export const auditCommand = defineCommand({
  options: {
    limit: { value: 'N', help: 'maximum number of lines' },
  },
  uses: [...scopeOptions, ...storeOptions],
  async run({ values, output, open }) {
    const { memory } = await open({ embedder: 'none' });
    const entries = await memory.audit({
      scope: values.scope,
      limit: numberValue(values.limit, 'limit'),
    });
    output.result({ entries }, () => {
      const { quiet } = output.colours;
      if (entries.length === 0) return quiet('Nothing has been written yet.');
      return table(
        [
          ['at', 'action', 'scope', 'id', 'actor', 'reason'].map(quiet),
          ...entries.map(({ at, action, scope, id, actor, reason }) =>
            [
              at.slice(0, 19),
              action,
              scope,
              id === undefined ? '' : shortId(id),
              actor,
              reason,
            ].map((cell) => oneLine(cell)),
          ),
        ],
        { width: output.tableWidth },
      );
    });
  },
});
