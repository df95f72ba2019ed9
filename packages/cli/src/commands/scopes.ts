import { defineCommand } from '../command.ts';
import { storeOptions } from '../options.ts';
import { tableOf } from '../table.ts';
import { oneLine } from '../text-width.ts';

export const scopesCommand = defineCommand({
  details: 'Shows the number of current memories in each.',
  uses: storeOptions,
  async run({ output, open }) {
    const { memory } = await open({ embedder: 'none' });
    const scopes = await Promise.all(
      (await memory.scopes()).map(async (scope) => {
        const { current, byKind } = await memory.scope(scope).stats();
        return { scope, current, episodes: byKind.episode ?? 0, facts: byKind.fact ?? 0 };
      }),
    );
    output.result({ scopes }, () => {
      if (scopes.length === 0) return output.colours.quiet('Nothing has been stored yet.');
      const head = ['memories', 'episodes', 'facts', 'scope'];
      const rows = scopes.map(({ scope, current, episodes, facts }) => [
        ...[current, episodes, facts].map(String),
        oneLine(scope),
      ]);
      return tableOf(output, { head, rows, right: [0, 1, 2] });
    });
  },
});
