import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  applyContextEdits,
  type ClearThinkingEdit,
  type ClearToolUsesEdit,
  clearedResultPlaceholder,
  clearedThinkingPlaceholder,
  estimateTokens,
  type MessageParam,
  type ToolResultBlockParam,
  type ToolUseBlockParam,
} from '../src/index.ts';
import { blocksOf, isThinking, isUserText } from '../src/messages.ts';
import { faults, histories } from './support/history.ts';

const count = estimateTokens;

const clearToolUses: fc.Arbitrary<ClearToolUsesEdit> = fc.record(
  {
    type: fc.constant('clear_tool_uses_20250919' as const),
    trigger: fc.oneof(
      fc.record({
        type: fc.constant('input_tokens' as const),
        value: fc.integer({ min: 1, max: 600 }),
      }),
      fc.record({
        type: fc.constant('tool_uses' as const),
        value: fc.integer({ min: 1, max: 12 }),
      }),
    ),
    keep: fc.record({
      type: fc.constant('tool_uses' as const),
      value: fc.integer({ min: 1, max: 5 }),
    }),
    clear_at_least: fc.record({
      type: fc.constant('input_tokens' as const),
      value: fc.integer({ min: 1, max: 300 }),
    }),
    exclude_tools: fc.subarray(['memory', 'memory_retrieve', 'search']),
    clear_tool_inputs: fc.oneof(fc.boolean(), fc.subarray(['search', 'read_file'])),
  },
  { requiredKeys: ['type', 'trigger'] },
);

const clearThinking: fc.Arbitrary<ClearThinkingEdit> = fc.record(
  {
    type: fc.constant('clear_thinking_20251015' as const),
    keep: fc.oneof(
      fc.constant('all' as const),
      fc.record({
        type: fc.constant('thinking_turns' as const),
        value: fc.integer({ min: 1, max: 4 }),
      }),
    ),
  },
  { requiredKeys: ['type'] },
);

const edits = fc
  .tuple(fc.option(clearThinking), fc.option(clearToolUses))
  .map((list) => list.filter((edit) => edit !== null) as (ClearThinkingEdit | ClearToolUsesEdit)[]);

const runs = { numRuns: 300 };
/** Runs a check on random histories, each with a random edit. */
const forEach =
  <Edit>(arbitrary: fc.Arbitrary<Edit>) =>
  (check: (messages: MessageParam[], edit: Edit) => void) =>
    fc.assert(fc.property(histories, arbitrary, check), runs);
const forAll = forEach(edits);
const forToolUses = forEach(clearToolUses);
const forThinking = forEach(clearThinking);

interface Pair {
  use: ToolUseBlockParam;
  result: ToolResultBlockParam;
}

/** Counts independently of the engine, to check its numbers. */
function pairsOf(messages: readonly MessageParam[]): Pair[] {
  const blocks = messages.flatMap((message) => [...blocksOf(message)]);
  return blocks.flatMap((use) => {
    if (use.type !== 'tool_use') return [];
    const result = blocks.find(
      (b): b is ToolResultBlockParam => b.type === 'tool_result' && b.tool_use_id === use.id,
    );
    return result ? [{ use, result }] : [];
  });
}

/** A call of a tool and its result. */
const round = (id: string, content: string): MessageParam[] => [
  { role: 'assistant', content: [{ type: 'tool_use', id, name: 'read', input: {} }] },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content }] },
];

function thinkingTurnsOf(messages: readonly MessageParam[]): number[] {
  const turns: number[] = [0];
  for (const message of messages) {
    if (isUserText(message)) turns.push(0);
    else turns[turns.length - 1]! += blocksOf(message).filter(isThinking).length;
  }
  return turns;
}

it('applyContextEdits returns a valid history, always the same, and counts what it cleared', () => {
  const texts = (messages: readonly MessageParam[]) =>
    messages.flatMap((m) =>
      m.role === 'user' ? blocksOf(m).filter((b) => b.type !== 'tool_result') : [],
    );
  forAll((messages, list) => {
    const before = structuredClone(messages);
    const once = applyContextEdits(messages, list, count);
    const { messages: edited, appliedEdits } = once;
    expect(messages, 'the input is unchanged').toEqual(before);
    expect(faults(edited), 'pairing, alternation and order').toEqual(faults(messages));
    expect(texts(edited), 'the texts of the user').toEqual(texts(messages));
    expect(applyContextEdits(messages, list, count), 'run again').toEqual(once);
    expect(applyContextEdits(edited, list, count), 'applied to its result').toEqual({
      messages: edited,
      appliedEdits: [],
    });
    const cleared = appliedEdits.reduce((sum, edit) => sum + edit.cleared_input_tokens, 0);
    expect(cleared, 'tokens by a recount').toBe(count(messages) - count(edited));
  });
});

describe('clear_tool_uses_20250919', () => {
  it('keeps the newest pairs and excluded tools, and clears and counts all older ones', () => {
    forToolUses((messages, edit) => {
      const { messages: edited, appliedEdits } = applyContextEdits(messages, [edit], count);
      const before = pairsOf(messages);
      const after = pairsOf(edited);
      const keep = edit.keep?.value ?? 3;
      const changed = before.filter((pair, index) => !isDeepStrictEqual(pair, after[index]));
      const [applied] = appliedEdits;
      expect(applied && 'cleared_tool_uses' in applied ? applied.cleared_tool_uses : 0).toBe(
        changed.length,
      );
      before.forEach((pair, index) => {
        const stays =
          index >= before.length - keep ||
          edit.exclude_tools?.includes(pair.use.name) ||
          appliedEdits.length === 0;
        if (stays) {
          expect(after[index]).toEqual(pair);
          return;
        }
        const which = edit.clear_tool_inputs;
        const inputGone = Array.isArray(which) ? which.includes(pair.use.name) : which === true;
        expect(after[index]).toEqual({
          use: { ...pair.use, input: inputGone ? {} : pair.use.input },
          result: { ...pair.result, content: clearedResultPlaceholder },
        });
      });
    });
  });

  it('does nothing at or below its trigger', () => {
    forAll((messages) => {
      const uses = messages.flatMap((m) => blocksOf(m)).filter((b) => b.type === 'tool_use').length;
      const atTokens = { type: 'input_tokens', value: Math.max(1, count(messages)) } as const;
      const atUses = { type: 'tool_uses', value: Math.max(1, uses) } as const;
      for (const trigger of [atTokens, atUses]) {
        const edit = { type: 'clear_tool_uses_20250919', trigger } as const;
        expect(applyContextEdits(messages, [edit], count)).toEqual({
          messages,
          appliedEdits: [],
        });
      }
    });
  });

  it('clears at least clear_at_least tokens, or nothing', () => {
    forToolUses((messages, edit) => {
      const { appliedEdits } = applyContextEdits(messages, [edit], count);
      const without = applyContextEdits(messages, [{ ...edit, clear_at_least: null }], count);
      const possible = without.appliedEdits[0]?.cleared_input_tokens;
      const least = edit.clear_at_least?.value ?? Number.NEGATIVE_INFINITY;
      expect(appliedEdits).toEqual(
        possible !== undefined && possible >= least ? without.appliedEdits : [],
      );
    });
  });

  it('has the defaults of the API: clears above 100,000 input tokens, keeps three pairs', () => {
    const messages: MessageParam[] = [
      { role: 'user', content: 'go' },
      ...[...'01234'].flatMap((digit) => round(`t${digit}`, digit.repeat(100))),
    ];
    const edit = { type: 'clear_tool_uses_20250919' } as const;
    expect(applyContextEdits(messages, [edit], () => 100_000).appliedEdits).toEqual([]);
    const { messages: edited, appliedEdits } = applyContextEdits(
      messages,
      [edit],
      (m) => 100_001 - (m === messages ? 0 : 50),
    );
    expect(appliedEdits).toEqual([
      { type: 'clear_tool_uses_20250919', cleared_tool_uses: 2, cleared_input_tokens: 50 },
    ]);
    expect(pairsOf(edited).map(({ result }) => result.content)).toEqual([
      clearedResultPlaceholder,
      clearedResultPlaceholder,
      '2'.repeat(100),
      '3'.repeat(100),
      '4'.repeat(100),
    ]);
  });

  it('distinguishes calls when a gateway reuses their ids in every answer', () => {
    const messages: MessageParam[] = [
      { role: 'user', content: 'go' },
      ...round('call_0', 'first'),
      ...round('call_0', 'second'),
    ];
    const { messages: edited } = applyContextEdits(
      messages,
      [
        {
          type: 'clear_tool_uses_20250919',
          trigger: { type: 'tool_uses', value: 1 },
          keep: { type: 'tool_uses', value: 1 },
        },
      ],
      count,
    );
    expect(edited[2]!.content).toEqual([
      { type: 'tool_result', tool_use_id: 'call_0', content: clearedResultPlaceholder },
    ]);
    expect(edited[4]).toBe(messages[4]);
  });
});

describe('clear_thinking_20251015', () => {
  it('keeps thinking only in the newest turns that have it', () => {
    forThinking((messages, edit) => {
      const { messages: edited, appliedEdits } = applyContextEdits(messages, [edit], count);
      const before = thinkingTurnsOf(messages);
      const withThinking = before.flatMap((blocks, turn) => (blocks > 0 ? [turn] : []));
      const keep = edit.keep ?? { type: 'thinking_turns', value: 1 };
      const kept =
        typeof keep === 'object' && keep.type === 'thinking_turns'
          ? withThinking.slice(-keep.value)
          : withThinking;
      expect(thinkingTurnsOf(edited)).toEqual(
        before.map((blocks, turn) => (kept.includes(turn) ? blocks : 0)),
      );
      const [applied] = appliedEdits;
      expect(
        applied && 'cleared_thinking_turns' in applied ? applied.cleared_thinking_turns : 0,
      ).toBe(withThinking.length - kept.length);
    });
  });

  it('leaves a placeholder in an answer that was only thinking', () => {
    const thought = (text: string): MessageParam => ({
      role: 'assistant',
      content: [{ type: 'thinking', thinking: text, signature: 's' }],
    });
    const { messages } = applyContextEdits(
      [{ role: 'user', content: 'a' }, thought('x'), { role: 'user', content: 'b' }, thought('y')],
      [{ type: 'clear_thinking_20251015' }],
      count,
    );
    expect(messages[1]!.content).toEqual([{ type: 'text', text: clearedThinkingPlaceholder }]);
    expect(messages[3]).toEqual(thought('y'));
  });
});

describe('cost', () => {
  it('reads each message a bounded number of times, up to 10,000 messages', () => {
    const build = (length: number): MessageParam[] =>
      Array.from({ length: length / 4 }, (_, i): MessageParam[] => [
        { role: 'user', content: `question ${i}` },
        ...round(`t${i}`, 'x'.repeat(200)),
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'hm', signature: 's' },
            { type: 'text', text: 'answer' },
          ],
        },
      ]).flat();
    const reads = (length: number) => {
      let total = 0;
      const watched = build(length).map(
        (message) =>
          new Proxy(message, {
            get(target, key, receiver) {
              total++;
              return Reflect.get(target, key, receiver);
            },
          }),
      );
      applyContextEdits(
        watched,
        [
          { type: 'clear_thinking_20251015' },
          { type: 'clear_tool_uses_20250919', trigger: { type: 'tool_uses', value: 1 } },
        ],
        estimateTokens,
      );
      return total;
    };
    expect(reads(10_000) / reads(1_000)).toBeCloseTo(10, 0);
  });
});
