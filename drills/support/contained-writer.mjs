// One of two that share a folder and a file, and cannot see each other otherwise.
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DocumentError } from '@mneme/core/documents';
import { withFileLock } from '@mneme/files';
import { directory, fileMemoryTool } from '../../packages/agent/src/index.ts';
import { openPlace } from '../drill.mjs';

const [folder, name, rounds, kind] = process.argv.slice(2);
const files = join(folder, 'files');
const lock = join(folder, 'lock');

if (kind === 'hold')
  await withFileLock(lock, async () => {
    process.stdout.write('held\n');
    await once(process, 'never');
  });
if (kind === 'take') {
  await withFileLock(lock, async () => {});
  process.exit(0);
}

/** Two who are inside at once would count one of them. */
async function count() {
  const path = join(files, 'count');
  await withFileLock(lock, async () => {
    const before = Number(readFileSync(path, 'utf8'));
    await new Promise(setImmediate);
    writeFileSync(path, String(before + 1));
  });
}

const tool = fileMemoryTool(await directory(files));
const log = '/memories/log.txt';
await tool.create({ command: 'create', path: log, file_text: '' }).catch(() => {});
const { memory } = await openPlace(join(folder, 'memory.db'), { busyTimeoutMs: 60_000 });
const ada = memory.scope('ada');
const store = await ada.stores.open('notes');

async function addLine(line) {
  for (;;) {
    const { content, contentSha256 } = await store.read('/log');
    try {
      await store.update('/log', {
        content: `${content}${line}\n`,
        precondition: { type: 'content_sha256', contentSha256 },
      });
      return;
    } catch (error) {
      if (!DocumentError.isInstance(error) || error.reason !== 'precondition_failed') throw error;
    }
  }
}

for (let round = 0; round < Number(rounds); round++) {
  const line = `${name} ${round}`;
  await count();
  await tool.insert({ command: 'insert', path: log, insert_line: 0, insert_text: `${line}\n` });
  await ada.store({ content: `Container ${line} was here` }, { onConflict: 'keepBoth' });
  await addLine(line);
}
await memory.close();
process.exit(0);
