import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

/** More than a string of Node can hold, and ten times the memory of the process. */
const conversations = 7_000;
const heapMegabytes = 64;

const program = `
import { openImport, readItems } from ${JSON.stringify(new URL('../src/index.ts', import.meta.url).href)};

const turn = (id, parent, role, text) => [id, { parent, message: { author: { role }, content: { parts: [text] } } }];
let bytes = 0;
async function* document() {
  const piece = (text) => {
    const chunk = Buffer.from(text);
    bytes += chunk.length;
    return chunk;
  };
  yield piece('[');
  for (let number = 0; number < ${conversations}; number++) {
    const mapping = Object.fromEntries([
      turn('a', null, 'user', 'Question ' + number),
      turn('b', 'a', 'tool', 'x'.repeat(100_000)),
      turn('c', 'b', 'assistant', 'Answer ' + number),
    ]);
    yield piece((number === 0 ? '' : ',') + JSON.stringify({ id: 'c' + number, current_node: 'c', mapping }));
  }
  yield piece(']');
}
const { source } = await openImport(document(), { from: 'chatgpt' });
const counts = {};
for await (const { kind } of readItems(source, { format: 'chatgpt', hasScope: true })) counts[kind] = (counts[kind] ?? 0) + 1;
console.log(JSON.stringify({ ...counts, bytes }));
`;

it('a document larger than the available memory is read to its end', () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [`--max-old-space-size=${heapMegabytes}`, '--input-type=module', '--eval', program],
    { encoding: 'utf8' },
  );
  expect(status, stderr).toBe(0);
  const { turn, skip, bytes } = JSON.parse(stdout) as Record<string, number>;
  expect(bytes).toBeGreaterThan(10 * heapMegabytes * 1024 * 1024);
  expect([turn, skip]).toEqual([2 * conversations, conversations]);
});
