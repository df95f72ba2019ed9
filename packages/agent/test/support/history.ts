import fc from 'fast-check';
import type { ContentBlockParam, MessageParam } from '../../src/messages.ts';

export interface GeneratedTurn {
  question: string;
  rounds: {
    thinking: string[];
    calls: { tool: string; input: object; result: string | { text: string }[]; isError: boolean }[];
    remark?: string;
    interjection?: string;
  }[];
  thinking: string[];
  answer: string;
}

const words = fc.string({ minLength: 1, maxLength: 40 });
const tool = fc.constantFrom('search', 'read_file', 'memory', 'memory_retrieve');

const turn: fc.Arbitrary<GeneratedTurn> = fc.record({
  question: words,
  rounds: fc.array(
    fc.record(
      {
        thinking: fc.array(words, { maxLength: 3 }),
        calls: fc.array(
          fc.record({
            tool,
            input: fc.dictionary(fc.constantFrom('path', 'query'), words, { maxKeys: 2 }),
            result: fc.oneof(
              fc.string({ maxLength: 400 }),
              fc.array(fc.record({ text: words }), { maxLength: 2 }),
            ),
            isError: fc.boolean(),
          }),
          { minLength: 1, maxLength: 3 },
        ),
        remark: words,
        interjection: words,
      },
      { requiredKeys: ['thinking', 'calls'] },
    ),
    { maxLength: 4 },
  ),
  thinking: fc.array(words, { maxLength: 2 }),
  answer: words,
});

/** Histories as real dialogues make them: interleaved thinking, parallel calls, results out of order, a pending call. */
export const histories: fc.Arbitrary<MessageParam[]> = fc
  .record({
    turns: fc.array(turn, { maxLength: 8 }),
    reversedResults: fc.boolean(),
    end: fc.constantFrom('answered', 'pending call', 'pending result'),
  })
  .map(({ turns, reversedResults, end }) => {
    const messages = turns.flatMap((t, index) => turnMessages(t, { index, reversedResults }));
    if (end === 'answered') return messages;
    const open: MessageParam[] = [
      { role: 'user', content: 'one more thing' },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'let me look', signature: 's' },
          { type: 'tool_use', id: 'open', name: 'search', input: { query: 'more' } },
        ],
      },
    ];
    if (end === 'pending call') return [...messages, ...open];
    const result: MessageParam = {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 'open', content: 'found' }],
    };
    return [...messages, ...open, result];
  });

export function turnMessages(
  { question, rounds, thinking, answer }: GeneratedTurn,
  { index, reversedResults = false }: { index: number; reversedResults?: boolean },
): MessageParam[] {
  const messages: MessageParam[] = [{ role: 'user', content: question }];
  rounds.forEach((round, at) => {
    const id = (call: number) => `call_${index}_${at}_${call}`;
    const uses: ContentBlockParam[] = round.calls.map((call, number) => ({
      type: 'tool_use',
      id: id(number),
      name: call.tool,
      input: call.input,
    }));
    const results: ContentBlockParam[] = round.calls.map((call, number) => ({
      type: 'tool_result',
      tool_use_id: id(number),
      content:
        typeof call.result === 'string'
          ? call.result
          : call.result.map(({ text }) => ({ type: 'text' as const, text })),
      ...(call.isError ? { is_error: true } : {}),
    }));
    messages.push({
      role: 'assistant',
      content: [
        ...thinkingBlocks(round.thinking),
        ...(round.remark ? [{ type: 'text' as const, text: round.remark }] : []),
        ...uses,
      ],
    });
    messages.push({
      role: 'user',
      content: [
        ...(reversedResults ? results.reverse() : results),
        ...(round.interjection ? [{ type: 'text' as const, text: round.interjection }] : []),
      ],
    });
  });
  messages.push({
    role: 'assistant',
    content: [...thinkingBlocks(thinking), { type: 'text', text: answer }],
  });
  return messages;
}

function thinkingBlocks(texts: string[]): ContentBlockParam[] {
  return texts.map((text, index) =>
    index === 2
      ? { type: 'redacted_thinking', data: text }
      : { type: 'thinking', thinking: text, signature: 's' },
  );
}

/** The faults that the Messages API would find in a history; empty if it is valid. */
export function faults(messages: readonly MessageParam[]): string[] {
  const found: string[] = [];
  let open: string[] = [];
  messages.forEach((message, index) => {
    if (message.role !== (index % 2 === 0 ? 'user' : 'assistant')) {
      found.push(`messages[${index}]: ${message.role} out of turn`);
    }
    const blocks = typeof message.content === 'string' ? [] : message.content;
    if (message.content.length === 0) found.push(`messages[${index}]: empty`);
    const results = blocks.flatMap((b) => (b.type === 'tool_result' ? [b.tool_use_id] : []));
    const missing = open.filter((id) => !results.includes(id));
    const unexpected = results.filter((id) => !open.includes(id));
    if (missing.length > 0) found.push(`messages[${index}]: no result for ${missing}`);
    if (unexpected.length > 0) found.push(`messages[${index}]: no call for ${unexpected}`);
    const firstOther = blocks.findIndex((b) => b.type !== 'tool_result');
    if (firstOther >= 0 && blocks.slice(firstOther).some((b) => b.type === 'tool_result')) {
      found.push(`messages[${index}]: a tool result behind other content`);
    }
    open = blocks.flatMap((b) => (b.type === 'tool_use' ? [b.id] : []));
  });
  return found;
}
