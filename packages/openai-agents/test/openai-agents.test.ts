import { Agent, run, setTracingDisabled } from '@openai/agents';
import {
  filesystem,
  InMemoryMemoryStore,
  SandboxAgent,
  memory as sandboxMemory,
  shell,
} from '@openai/agents/sandbox';
import { UnixLocalSandboxClient } from '@openai/agents/sandbox/local';
import { assistantMessage, functionCall, ScriptedModel } from '@openai/agents/testing';
import { describe, expect, it } from 'vitest';
import {
  ada,
  adaLikesTea,
  line,
  memory,
  patient,
  question,
} from '../../agent/test/support/ada-likes-tea.ts';
import {
  createRecallLog,
  mnemeInputFilter,
  mnemeInstructions,
  mnemeMemoryStore,
  mnemeTools,
} from '../src/index.ts';

setTracingDisabled(true);

adaLikesTea();

const store = (content: string) =>
  functionCall(
    'memory_store',
    { content, category: 'user_preference', importance: 4 },
    { callId: `call-${content.length}` },
  );
const instructionsOf = (model: ScriptedModel) =>
  model.calls.map(({ request }) => request.systemInstructions);

describe('the input filter', () => {
  it('recalls once per message, so all calls of a run have the same instructions', async () => {
    const model = new ScriptedModel([
      [store('Ada buys tea at Mariage')],
      [assistantMessage('Green tea.')],
      [assistantMessage('Green tea, from Mariage.')],
    ]);
    const agent = new Agent({
      name: 'a',
      instructions: 'You help.',
      model,
      tools: mnemeTools(ada),
    });
    const callModelInputFilter = mnemeInputFilter(ada, patient);
    const first = await run(agent, question, { callModelInputFilter });
    expect(first.finalOutput).toBe('Green tea.');
    const [one, two] = instructionsOf(model);
    expect(one).toMatch(/^You help\.\n\n/);
    expect(one).toContain(line);
    expect(two).toBe(one);
    // A second run recalls what the first has stored.
    await run(agent, question, { callModelInputFilter });
    expect(instructionsOf(model)[2]).toContain('Mariage');
    // Without memories the instructions do not change.
    model.enqueue([assistantMessage('I do not know.')]);
    const dialogue = [...first.history, { role: 'user' as const, content: question }];
    const other = { callModelInputFilter: mnemeInputFilter(memory.scope('grace')) };
    await run(agent, dialogue, other);
    expect(instructionsOf(model).at(-1)).toBe('You help.');
  });
});

describe('the instructions', () => {
  it('contain memories about the message, recalled once per run', async () => {
    const model = new ScriptedModel([
      [store('Ada buys tea at Mariage')],
      [assistantMessage('Green tea.')],
      [assistantMessage('Hello.')],
    ]);
    const instructions = mnemeInstructions(ada, {
      instructions: 'You help.',
      message: (context: { message: string }) => context.message,
      ...patient,
    });
    const agent = new Agent({ name: 'a', instructions, model, tools: mnemeTools(ada) });
    await run(agent, question, { context: { message: question } });
    await run(agent, question, { context: { message: question } });
    const [one, two, three] = instructionsOf(model);
    expect(one).toContain(line);
    expect(two).toBe(one);
    expect(three).toContain('Mariage');
  });
});

describe('the tools', () => {
  it('search, forget, report errors, and do not store recalled memories again', async () => {
    const [known] = (await ada.list()).memories;
    const call = (name: string, input: Record<string, unknown>) =>
      functionCall(name, input, { callId: name });
    const model = new ScriptedModel([
      [call('memory_retrieve', { query: 'tea' })],
      [call('memory_store', { content: 'Tea', category: 'drink', importance: 3 })],
      [store('Ada prefers green tea')],
      [call('memory_delete', { memory_id: known?.id, reason: 'asked to' })],
      [assistantMessage('Done.')],
    ]);
    const tools = mnemeTools(ada, { recall: createRecallLog() });
    const { newItems } = await run(new Agent({ name: 'a', model, tools }), question);
    const outputs = newItems.flatMap((item) =>
      item.type === 'tool_call_output_item' ? [String(item.output)] : [],
    );
    expect(outputs).toEqual([
      expect.stringContaining('Ada prefers green tea'),
      expect.stringMatching(/^Error: .*category/),
      expect.stringContaining('"outcome":"confirmed"'),
      expect.stringContaining('"success":true'),
    ]);
    expect((await ada.list()).memories).toEqual([]);
  });
});

describe('the file store of the sandbox memory', () => {
  const bytes = (text: string) => new TextEncoder().encode(text);

  it('behaves like the in-memory store of the SDK', async () => {
    const ours = mnemeMemoryStore(await ada.stores.open('sandbox', { create: true }));
    const theirs = new InMemoryMemoryStore();
    const files = ['memories/MEMORY.md', './memories/raw_memories/a b.md', 'memoriesX/c.md', 'd'];
    for (const each of [ours, theirs]) {
      for (const path of files) await each.write(path, bytes(`${path} 1`));
      await each.write('memories/MEMORY.md', bytes('again\n\ufeffлинь 🍵'));
      await each.write('memories/empty.md', bytes(''));
      await each.write('memories/gone.md', bytes('x'));
      await each.delete('memories/gone.md');
      await each.delete('memories/never.md');
    }
    for (const path of [...files, 'memories/empty.md', 'memories/gone.md', 'none', 'memories'])
      expect(await ours.read(path), path).toEqual(await theirs.read(path));
    for (const prefix of ['', 'memories', 'memories/raw_memories', 'none'])
      expect((await ours.list(prefix)).sort()).toEqual((await theirs.list(prefix)).sort());
  });

  it('returns the summary to the sandbox in the next process, and keeps earlier versions', async () => {
    const notes = await ada.stores.open('sandbox', { create: true });
    const store = mnemeMemoryStore(notes);
    await store.write('memories/memory_summary.md', bytes('Ada likes tea.'));
    await store.write('memories/memory_summary.md', bytes('Ada likes green tea.'));
    const model = new ScriptedModel([[assistantMessage('Green tea.')]]);
    const agent = new SandboxAgent({
      name: 'a',
      model,
      capabilities: [
        sandboxMemory({ store: mnemeMemoryStore(notes), generate: false }),
        filesystem(),
        shell(),
      ],
    });
    await run(agent, question, { sandbox: { client: new UnixLocalSandboxClient() } });
    expect(model.firstCall?.request.systemInstructions).toContain('Ada likes green tea.');
    const { versions } = await notes.versions();
    expect(versions).toHaveLength(2);
  });

  it('refuses values that are not text or longer than a document', async () => {
    const store = mnemeMemoryStore(await ada.stores.open('sandbox', { create: true }));
    await expect(store.write('a', new Uint8Array([255, 254]))).rejects.toThrow('not text in UTF-8');
    await expect(store.write('a', bytes('x'.repeat(200_000)))).rejects.toThrow('102400');
    expect(await store.read('a')).toBeNull();
  });
});
