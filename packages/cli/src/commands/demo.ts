import { defineCommand } from '../command.ts';

export const demo = defineCommand({
  details:
    'Stores a conversation of several months in a temporary database. Your own memories do not change.',
  uses: ['embedder'],
  async run(context) {
    const { output, signal } = context;
    const { withDemo } = await import('../demo/fill-demo.ts');
    const { sections } = await import('../demo/sections.ts');
    const made: { title: string; lines: string[] }[] = [];
    await withDemo({ ...context, withNotes: false }, async (demo) => {
      for (const [title, make] of Object.entries(sections)) {
        signal.throwIfAborted();
        const lines = await make({ ...demo, look: output, signal });
        made.push({ title, lines });
        if (output.json) continue;
        output.line(output.colours.strong(`${made.length}  ${title}`));
        for (const line of lines) output.line(`   ${line}`);
      }
    });
    const { quiet, strong } = output.colours;
    const next = [
      'mneme store "Prefers bullet points" --scope ada',
      'mneme open --demo',
      'mneme help',
    ];
    output.result({ sections: made }, () =>
      [
        quiet('Next (in a checkout "npx -y pnpm@12 mneme" instead of "mneme"):'),
        ...next.map((line) => `   ${strong(line)}`),
      ].join('\n'),
    );
  },
});
