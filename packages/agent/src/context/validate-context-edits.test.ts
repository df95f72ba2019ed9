import { describe, expect, it } from 'vitest';
import { applyContextEdits } from './apply-context-edits.ts';
import { validateContextEdits } from './validate-context-edits.ts';

const tools = { type: 'clear_tool_uses_20250919' };
const thinking = { type: 'clear_thinking_20251015' };

describe('validateContextEdits', () => {
  it.each([
    ['not a list', { edits: [] }, 'edits'],
    ['an unknown type', [{ type: 'clear_everything' }], 'edits[0].type'],
    ['no type', [tools, {}], 'edits[1].type'],
    ['null', [null], 'edits[0].type'],
    ['a name from the prototype', [{ type: 'toString' }], 'edits[0].type'],
    ['thinking behind another edit', [tools, thinking], 'edits[1]'],
    ['a type twice', [tools, tools], 'edits[1]'],
    ['a zero', [{ ...tools, keep: { type: 'tool_uses', value: 0 } }], 'edits[0].keep.value'],
    [
      'a negative value',
      [thinking, { ...tools, trigger: { type: 'input_tokens', value: -1 } }],
      'edits[1].trigger.value',
    ],
    [
      'half a token',
      [{ ...tools, clear_at_least: { type: 'input_tokens', value: 1.5 } }],
      'edits[0].clear_at_least.value',
    ],
    [
      'zero thinking turns',
      [{ ...thinking, keep: { type: 'thinking_turns', value: 0 } }],
      'edits[0].keep.value',
    ],
    [
      'a tool name that is not a string',
      [{ ...tools, exclude_tools: ['a', 1] }],
      'edits[0].exclude_tools[1]',
    ],
    ['a misspelt option', [{ ...tools, exlude_tools: ['a'] }], 'edits[0].exlude_tools'],
    [
      'an unknown trigger type',
      [{ ...tools, trigger: { type: 'messages', value: 3 } }],
      'edits[0].trigger.type',
    ],
  ])('refuses %s and names the entry', (_, edits, field) => {
    const message = expect.stringContaining(field);
    const refusal = expect.objectContaining({ code: 'invalid_input', field, message });
    expect(() => validateContextEdits(edits)).toThrow(refusal);
  });

  it('accepts every documented form, and null for a missing value', () => {
    expect(() =>
      validateContextEdits([
        { ...thinking, keep: 'all' },
        {
          ...tools,
          trigger: { type: 'tool_uses', value: 10 },
          clear_at_least: null,
          exclude_tools: null,
          clear_tool_inputs: ['read'],
        },
        {
          type: 'compact_20260112',
          trigger: null,
          instructions: null,
          pause_after_compaction: true,
        },
      ]),
    ).not.toThrow();
    expect(() => validateContextEdits([{ ...thinking, keep: { type: 'all' } }])).not.toThrow();
  });
});

describe('applyContextEdits', () => {
  it('says that a server edit cannot run locally', () => {
    const refusal = expect.objectContaining({ code: 'unsupported', field: 'edits[0]' });
    const run = () => applyContextEdits([], [{ type: 'compact_20260112' }], () => 0);
    expect(run).toThrow(refusal);
  });
});
