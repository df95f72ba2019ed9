import { AIMessage, type BaseMessage, HumanMessage } from '@langchain/core/messages';
import { fakeModel } from '@langchain/core/testing';
import { MemorySaver, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';
import { createAgent, tool } from 'langchain';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  ada,
  adaLikesTea,
  line,
  memory,
  patient,
  question,
  turns,
} from '../../agent/test/support/ada-likes-tea.ts';
import { MnemeStore, mnemeMemory } from '../src/index.ts';

adaLikesTea();

const systemOf = (call: { messages: BaseMessage[] } | undefined) =>
  call?.messages.find(({ type }) => type === 'system')?.text;
const say = (text: string) => ({ messages: [new HumanMessage(text)] });

describe('the middleware', () => {
  it('recalls once per message, so all steps have the same prompt, and stores each turn of a thread once', async () => {
    const model = fakeModel()
      .respondWithTools([{ name: 'buy', args: { tea: 'white' } }])
      .respond(new AIMessage('Green tea.'))
      .respond(new AIMessage('Yes.'));
    const buy = tool(
      async ({ tea }) => {
        await ada.store({ content: `Ada buys ${tea} tea`, importance: 5 });
        return 'bought';
      },
      { name: 'buy', description: 'Buys tea', schema: z.object({ tea: z.string() }) },
    );
    const agent = createAgent({
      model,
      tools: [buy],
      systemPrompt: 'You help.',
      checkpointer: new MemorySaver(),
      middleware: [mnemeMemory(ada, patient)],
    });
    const thread = { configurable: { thread_id: 'monday' } };
    await agent.invoke(say(question), thread);
    const [first, second] = model.calls.map(systemOf);
    expect(first).toMatch(/^You help\.\n\n/);
    expect(first).toContain(line);
    expect(second).toBe(first);
    await agent.invoke(say('Which tea does Ada buy?'), thread);
    expect(systemOf(model.calls[2])).toContain('Ada buys white tea');
    expect(await turns('monday')).toEqual([
      `user: ${question}`,
      'assistant: Green tea.',
      'user: Which tea does Ada buy?',
      'assistant: Yes.',
    ]);
  });

  it('does not change the prompt if there are no memories', async () => {
    const model = fakeModel().respond(new AIMessage('Hello.'));
    const grace = memory.scope('grace');
    const middleware = [mnemeMemory(grace, { keepTurns: false })];
    await createAgent({ model, systemPrompt: 'You help.', middleware }).invoke(say(question));
    expect(systemOf(model.calls[0])).toBe('You help.');
    expect((await grace.list()).memories).toEqual([]);
  });
});

it('the store works in a compiled graph, and the next process finds its items', async () => {
  const build = () =>
    new StateGraph(MessagesAnnotation)
      .addNode('remember', async ({ messages }, config) => {
        const namespace = ['memories', String(config.configurable?.user)];
        const text = messages.at(-1)?.text ?? '';
        const found = await config.store?.search(namespace, { query: text, limit: 1 });
        await config.store?.put(namespace, `note-${messages.length}`, { text });
        return { messages: [new AIMessage(String(found?.[0]?.value.text ?? 'nothing'))] };
      })
      .addEdge(START, 'remember')
      .compile({ store: new MnemeStore(memory) });
  const as = (user: string) => ({ configurable: { user } });
  await build().invoke(say('I drink green tea'), as('ada'));
  const asked = await build().invoke(say('What do I drink?'), as('ada'));
  expect(asked.messages.at(-1)?.text).toBe('I drink green tea');
  const other = await build().invoke(say('What do I drink?'), as('grace'));
  expect(other.messages.at(-1)?.text).toBe('nothing');
});
