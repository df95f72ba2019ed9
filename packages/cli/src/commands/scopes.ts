import { defineCommand } from '../command.ts';
import { storeOptions } from '../options.ts';
import { table } from '../table.ts';
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
      const { quiet } = output.colours;
      if (scopes.length === 0) return quiet('Nothing has been stored yet.');
      const head = ['memories', 'episodes', 'facts', 'scope'].map(quiet);
      const rows = scopes.map(({ scope, current, episodes, facts }) => [
        ...[current, episodes, facts].map(String),
        oneLine(scope),
      ]);
      return table([head, ...rows], { right: [0, 1, 2], width: output.tableWidth });
    });
  },
});
