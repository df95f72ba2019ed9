// Rewrites one file in an endless loop, each time with a different text, until it is killed.
import { createMemory } from '@mneme/core';
import { sqliteBackend } from '@mneme/sqlite';
import { directory, fileMemoryTool } from '../../src/index.ts';

const [kind, place] = process.argv.slice(2);
const path = '/memories/file.txt';

async function open() {
  if (kind === 'directory') return directory(place);
  const memory = await createMemory({ backend: sqliteBackend({ path: place }) });
  return memory.scope('user:ada').stores.open('notes', { create: true });
}

const tool = fileMemoryTool(await open());
const text = (number) => `${number}\n`.repeat(2000);
let number = 0;
await tool.create({ command: 'create', path, file_text: text(number) }).catch(async () => {
  const shown = await tool.view({ command: 'view', path, view_range: [1, 1] });
  number = Number(shown.split('\t').at(-1));
});
process.stdout.write('ready\n');
for (;;) {
  await tool.str_replace({
    command: 'str_replace',
    path,
    old_str: text(number),
    new_str: text(number + 1),
  });
  number += 1;
}
