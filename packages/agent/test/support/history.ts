import fc from 'fast-check';
import type { ContentBlockParam, MessageParam } from '../../src/messages.ts';

const words = fc.string({ minLength: 1, maxLength: 40 });
const text = words.map((text) => ({ type: 'text' as const, text }));
const thinking = (maxLength: number) =>
  fc
    .array(words, { maxLength })
    .map((texts) =>
      texts.map(
        (text, index): ContentBlockParam =>
          index === 2
            ? { type: 'redacted_thinking', data: text }
            : { type: 'thinking', thinking: text, signature: 's' },
      ),
    );
const call = fc.record({
  name: fc.constantFrom('search', 'read_file', 'memory', 'memory_retrieve'),
  input: fc.dictionary(fc.constantFrom('path', 'query'), words, { maxKeys: 2 }),
  content: fc.oneof(fc.string({ maxLength: 400 }), fc.array(text, { maxLength: 2 })),
  is_error: fc.constantFrom(undefined, true),
});

/** An answer with calls, and their results; text may stand beside both. */
const round = fc
  .record({
    thinking: thinking(3),
    calls: fc.array(call, { minLength: 1, maxLength: 3 }),
    remark: fc.array(text, { maxLength: 1 }),
    interjection: fc.array(text, { maxLength: 1 }),
    inOrder: fc.boolean(),
  })
  .map(({ thinking, calls, remark, interjection, inOrder }) => (id: string): MessageParam[] => {
    const uses = calls.map(
      ({ name, input }, at): ContentBlockParam => ({
        type: 'tool_use',
        id: `${id}_${at}`,
        name,
        input,
      }),
    );
    const results = calls.map(
      ({ content, is_error }, at): ContentBlockParam => ({
        type: 'tool_result',
        tool_use_id: `${id}_${at}`,
        content,
        ...(is_error && { is_error }),
      }),
    );
    return [
      { role: 'assistant', content: [...thinking, ...remark, ...uses] },
      { role: 'user', content: [...(inOrder ? results : results.reverse()), ...interjection] },
    ];
  });

const turn = fc
  .tuple(words, fc.array(round, { maxLength: 4 }), thinking(2), text)
  .map(([question, rounds, thoughts, answer]) => (index: number): MessageParam[] => [
    { role: 'user', content: question },
    ...rounds.flatMap((messages, at) => messages(`call_${index}_${at}`)),
    { role: 'assistant', content: [...thoughts, answer] },
  ]);

/** The beginning of a turn that waits for a result, or for the model to read one. */
const open: MessageParam[] = [
  { role: 'user', content: 'one more thing' },
  {
    role: 'assistant',
    content: [
      { type: 'thinking', thinking: 'let me look', signature: 's' },
      { type: 'tool_use', id: 'open', name: 'search', input: { query: 'more' } },
    ],
  },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'open', content: 'found' }] },
];

/** Histories as real dialogues make them: interleaved thinking, parallel calls, results out of order, a pending call. */
export const histories: fc.Arbitrary<MessageParam[]> = fc
  .tuple(fc.array(turn, { maxLength: 8 }), fc.constantFrom(0, 2, 3))
  .map(([turns, pending]) => [
    ...turns.flatMap((messages, index) => messages(index)),
    ...open.slice(0, pending),
  ]);

/** The faults that the Messages API would find in a history; empty if it is valid. */
export function faults(all: readonly MessageParam[]): string[] {
  const found: string[] = [];
  const messages = all.filter(({ role }) => role !== 'system');
  let open: string[] = [];
  messages.forEach((message, index) => {
    if (message.role !== (index % 2 === 0 ? 'user' : 'assistant')) {
      found.push(`messages[${index}]: ${message.role} out of turn`);
    }
    const { content = [] } = message;
    const blocks: readonly ContentBlockParam[] = typeof content === 'string' ? [] : content;
    if (content.length === 0) found.push(`messages[${index}]: empty`);
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
    // A call on the server may wait for a tool here, or be the end of the history.
    const waits = open.length > 0 || index === messages.length - 1;
    const own = new Set(blocks.flatMap((b) => ('tool_use_id' in b ? [b.tool_use_id] : [])));
    for (const block of waits ? [] : blocks) {
      const atServer = block.type === 'server_tool_use' || block.type === 'mcp_tool_use';
      if (atServer && !own.has(block.id))
        found.push(
          `messages[${index}]: ${block.id} was found without a corresponding result block`,
        );
    }
  });
  return found;
}
