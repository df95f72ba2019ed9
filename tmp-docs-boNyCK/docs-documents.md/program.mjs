import { betaMemoryTool } from '@anthropic-ai/sdk/helpers/beta/memory';
import { directory, fileMemoryTool } from '@mneme/agent';
import { openMemory } from '@mneme/runtime';

const { memory, close } = await openMemory({ db: 'sqlite:ada.db' });
const notes = await memory.scope('user:ada').stores.open('notes', { create: true });
const inAStore = betaMemoryTool(fileMemoryTool(notes));
const onDisk = betaMemoryTool(fileMemoryTool(directory('./memories')));
const create = { command: 'create', path: '/memories/todo.md', file_text: 'Buy tea' };
console.log(await onDisk.run(create)); // File created successfully at: /memories/todo.md
console.log(await inAStore.run(create)); // File created successfully at: /memories/todo.md
await close();
