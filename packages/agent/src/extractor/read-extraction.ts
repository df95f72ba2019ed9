import type { Anthropic } from '@anthropic-ai/sdk';
import type { ExtractedFact, Extraction, ExtractionWindow } from '@mneme/core';
import { type Prices, usageOf } from '../agent/usage.ts';
import { extractionTool } from './extraction-prompt.ts';

/** What an answer of the model says. What is not of the agreed form makes it unusable as a whole; it has cost all the same. */
export function readExtraction(
  { content, stop_reason: stopReason, usage }: Anthropic.Messages.Message,
  { window, prices }: { window: ExtractionWindow; prices: Prices | undefined },
): Extraction {
  const { calls: _, cost, ...counted } = usageOf(usage, prices);
  const spent = { usage: { ...counted }, ...(cost === undefined ? {} : { cost }) };
  const unusable = (why: string): Extraction => ({ facts: [], ...spent, unusable: why });
  const calls = content.filter((block) => block.type === 'tool_use');
  const [call] = calls;
  // A call that was cut off may look whole.
  if (stopReason === 'max_tokens') return unusable('the answer is longer than maxTokens');
  if (call === undefined || calls.length > 1 || call.name !== extractionTool.name)
    return unusable(`the answer is no call of ${extractionTool.name} (${stopReason})`);
  const { facts } = (call.input ?? {}) as { facts?: unknown };
  if (!Array.isArray(facts)) return unusable('the call has no list of facts');
  return { facts: facts.map((fact) => readFact(fact, window)), ...spent };
}

/** As the model gave it, but for its words for ids and times: whoever stores the facts checks them. */
function readFact(fact: unknown, { turns }: ExtractionWindow): ExtractedFact {
  if (typeof fact !== 'object' || fact === null) return fact as ExtractedFact;
  const { occurred_at: occurredAt, evidence, ...rest } = fact as Record<string, unknown>;
  return {
    ...rest,
    ...(occurredAt === undefined || occurredAt === '' ? {} : { occurredAt }),
    evidence: Array.isArray(evidence)
      ? evidence.map((number: unknown) => turns[Number(number) - 1]?.id ?? `turn ${String(number)}`)
      : evidence,
  } as unknown as ExtractedFact;
}
