import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compact, estimateTokens, type MessageParam, parseSummary } from '../src/index.ts';
import { blocksOf, isUserText } from '../src/messages.ts';
import { faults, histories } from './support/history.ts';

const countTokens = estimateTokens;
const summarize = async () => 'Sure.\n<summary>\nAda likes tea.\n</summary>';

/** An answer, perhaps with a text, that calls a tool. */
const pending = (text?: string): MessageParam => ({
  role: 'assistant',
  content: [
    ...(text === undefined ? [] : [{ type: 'text' as const, text }]),
    { type: 'tool_use', id: 'a', name: 'search', input: {} },
  ],
});

describe('compact', () => {
  it('sends a valid history that ends with the prompt, and leaves one user message', async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (messages) => {
        const asked: MessageParam[][] = [];
        const result = await compact(messages, {
          countTokens,
          summarize: async (request) => {
            asked.push(request);
            return summarize();
          },
        });
        if (!result.compacted) {
          expect(messages.filter((m) => m.role === 'assistant').length).toBeLessThan(2);
          expect(asked).toEqual([]);
          return;
        }
        expect(faults(asked[0]!)).toEqual([]);
        expect(asked[0]!.at(-1)!.role).toBe('user');
        expect(blocksOf(asked[0]!.at(-1)!).at(-1)).toMatchObject({
          text: expect.stringContaining('Task overview'),
        });
        expect(faults(result.messages)).toEqual([]);
        expect(result.messages).toHaveLength(1);
        expect(result.tokensBefore).toBe(countTokens(messages));
        expect(result.tokensAfter).toBe(countTokens(result.messages));
      }),
    );
  });

  it('keeps the last user text only if its turn is unfinished', async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (messages) => {
        const result = await compact(messages, { countTokens, summarize });
        if (!result.compacted) return;
        const [summary, ...rest] = blocksOf(result.messages[0]!);
        expect(summary).toEqual({ type: 'text', text: '<summary>\nAda likes tea.\n</summary>' });
        const last = messages.at(-1)!;
        const open = last.role === 'user' || blocksOf(last).some((b) => b.type === 'tool_use');
        const question = messages.findLast(isUserText)!;
        expect(rest).toEqual(
          open ? blocksOf(question).filter((b) => b.type !== 'tool_result') : [],
        );
      }),
    );
  });

  it('drops a pending call before the summary', async () => {
    const asked: MessageParam[][] = [];
    const result = await compact([{ role: 'user', content: 'look it up' }, pending('Looking.')], {
      countTokens,
      summarize: async (request) => {
        asked.push(request);
        return '<summary>s</summary>';
      },
    });
    expect(asked[0]![1]).toEqual({
      role: 'assistant',
      content: [{ type: 'text', text: 'Looking.' }],
    });
    expect(result.droppedToolUses).toBe(1);
    expect(blocksOf(result.messages[0]!).at(-1)).toEqual({ type: 'text', text: 'look it up' });
  });

  it('drops a pending call whose id an earlier call had, and what a dropped call has called', async () => {
    const asked: MessageParam[][] = [];
    const use = (id: string, more = {}) => ({
      type: 'tool_use',
      id,
      name: 'f',
      input: {},
      ...more,
    });
    const result = (id: string) => ({ type: 'tool_result', tool_use_id: id, content: 'x' });
    const code = { type: 'server_tool_use', id: 'srv', name: 'code_execution', input: {} };
    const caller = { type: 'code_execution_20250825', tool_id: 'srv' };
    const say = (text: string) => ({ type: 'text', text });
    const history = [
      { role: 'user', content: 'go' },
      { role: 'assistant', content: [use('call_0')] },
      { role: 'user', content: [result('call_0')] },
      { role: 'assistant', content: [say('Running.'), code, use('call_1', { caller })] },
      { role: 'user', content: [result('call_1')] },
      { role: 'assistant', content: [say('More.'), use('call_0')] },
    ] as MessageParam[];
    const { droppedToolUses } = await compact(history, {
      countTokens,
      summarize: async (request) => {
        asked.push(request);
        return '<summary>s</summary>';
      },
    });
    expect(asked[0]!.slice(0, -1)).toEqual([
      ...history.slice(0, 3),
      { role: 'assistant', content: [say('Running.'), say('More.')] },
    ]);
    expect(droppedToolUses).toBe(3);
  });

  it('replaces an earlier summary with the new one', async () => {
    const under = (summary: string): MessageParam => ({
      role: 'user',
      content: [
        { type: 'text', text: `<summary>\n${summary}\n</summary>` },
        { type: 'text', text: 'go on' },
      ],
    });
    const history = [under('old'), pending('I will look.')];
    const { messages } = await compact(history, { countTokens, summarize });
    expect(messages).toEqual([under('Ada likes tea.')]);
  });

  it.each<[string, MessageParam[], string]>([
    ['that the model has not answered', [], 'nothing_to_compact'],
    ['with a tool call but no answer', [pending()], 'nothing_to_compact'],
    ['without a summary of it', [{ role: 'assistant', content: 'hello' }], 'no_summary'],
  ])('does not change a history %s', async (_, answers, reason) => {
    const messages: MessageParam[] = [{ role: 'user', content: 'hi' }, ...answers];
    const result = await compact(messages, { countTokens, summarize: async () => 'I cannot.' });
    expect(result).toMatchObject({ compacted: false, reason, messages });
  });

  it('refuses a prompt that does not mention the summary tags', async () => {
    await expect(
      compact([], { countTokens, summarize, summaryPrompt: 'Summarise.' }),
    ).rejects.toMatchObject({ code: 'invalid_input', field: 'summaryPrompt' });
  });
});

describe('parseSummary', () => {
  it.each([
    ['<summary>a</summary>', 'a'],
    ['so: <summary>\n a <b> c \n</summary> done', 'a <b> c'],
    ['<summary> </summary>', undefined],
    ['<summary>cut off', undefined],
    ['</summary><summary>', undefined],
    ['nothing', undefined],
  ])('reads %j as %j', (text, summary) => {
    expect(parseSummary(text)).toBe(summary);
  });
});
