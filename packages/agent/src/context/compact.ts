import { callback, type FieldsOf, invalid, parseOptions, parseText } from '@mneme/core/input';
import {
  appendUser,
  blocksOf,
  type ContentBlockParam,
  isUserText,
  type MessageParam,
  shownMessages,
  type TokenCounter,
} from '../messages.ts';
import { dropUnanswered } from './unanswered.ts';

/** Asks for a summary in five parts, between `<summary>` and `</summary>`. */
export const defaultSummaryPrompt = `The conversation above is about to be replaced by a summary, and you will go on from that summary alone. Write it so that nothing needed is lost.

Put it between <summary> and </summary>, under these headings:
1. Task overview: what the user asked for, what counts as success, and limits they set.
2. Current state: what has been done, with names of files, records and results; what is unfinished.
3. Important discoveries: facts, constraints and decisions with their reasons; what was tried and failed.
4. Next steps: what to do next, in order, and what blocks it.
5. Context to preserve: the user's preferences, promises made, names, numbers and dates, word for word where they matter.

Be brief, and complete. Do not call tools.`;

/** Options of a summary. */
export interface CompactOptions {
  /** Asks a model with exactly these messages and returns its text. If it rejects, nothing is replaced. */
  summarize: (messages: MessageParam[]) => Promise<string>;
  /** Must ask for `<summary></summary>`. Default: {@link defaultSummaryPrompt}. */
  summaryPrompt?: string;
  /** Counts tokens before and after. */
  countTokens: TokenCounter;
}

/** A history after a compaction, or the unchanged history with the reason. */
export interface CompactResult {
  /** False: the history is unchanged, and `reason` says why. */
  compacted: boolean;
  /** The new history. */
  messages: MessageParam[];
  /** The summary. Absent if nothing was replaced. */
  summary?: string;
  /** By `countTokens`. */
  tokensBefore: number;
  /** By `countTokens`. */
  tokensAfter: number;
  /** Calls without a result that were dropped before the summary; the model will call again. */
  droppedToolUses: number;
  /** Why nothing was replaced. */
  reason?: 'nothing_to_compact' | 'no_summary';
}

const optionFields = {
  summarize: callback<CompactOptions['summarize']>(),
  summaryPrompt: validateSummaryPrompt,
  countTokens: callback<TokenCounter>(),
} satisfies FieldsOf<CompactOptions>;

/**
 * Replaces a history by its summary. The result is one user message: the summary, followed by the last user text if its
 * turn is not finished yet, so that the question is never lost. System messages that are still shown stand behind it. An answer without `<summary>` changes nothing. Throws
 * `invalid_input` for a prompt that does not ask for `<summary>`; passes on errors of `summarize`.
 */
export async function compact(
  messages: readonly MessageParam[],
  options: CompactOptions,
): Promise<CompactResult> {
  const given = parseOptions(options, optionFields, ['summarize', 'countTokens']);
  const { summarize, summaryPrompt = defaultSummaryPrompt, countTokens } = given;
  const tokensBefore = countTokens(messages);
  const unchanged = (reason: CompactResult['reason']): CompactResult => ({
    compacted: false,
    messages: messages.slice(),
    tokensBefore,
    tokensAfter: tokensBefore,
    droppedToolUses: 0,
    reason,
  });
  const { messages: settled, dropped } = dropUnanswered(messages);
  if (!settled.some((message) => message.role === 'assistant')) {
    return unchanged('nothing_to_compact');
  }
  const summary = parseSummary(await summarize(appendUser(settled, summaryPrompt)));
  if (summary === undefined) return unchanged('no_summary');
  const content = [
    { type: 'text' as const, text: `<summary>\n${summary}\n</summary>` },
    ...openQuestion(settled, dropped),
  ];
  const standing = shownMessages(settled).filter(({ role }) => role === 'system');
  const compacted: MessageParam[] = [{ role: 'user', content }, ...standing];
  return {
    compacted: true,
    messages: compacted,
    summary,
    tokensBefore,
    tokensAfter: countTokens(compacted),
    droppedToolUses: dropped,
  };
}

/** Throws `invalid_input` unless the prompt asks for the tags. */
export function validateSummaryPrompt(prompt: unknown, field = 'summaryPrompt'): string {
  const text = parseText(prompt, field);
  if (text.includes('<summary>') && text.includes('</summary>')) return text;
  throw invalid(field, 'must ask for the summary between <summary> and </summary>');
}

/** The text between the first `<summary>` and the last `</summary>`; undefined if it is missing or blank. */
export function parseSummary(text: string): string | undefined {
  const start = text.indexOf('<summary>');
  const end = text.lastIndexOf('</summary>');
  if (start < 0 || end < start) return undefined;
  return text.slice(start + '<summary>'.length, end).trim() || undefined;
}

/** The last user text if its turn is not finished: calls were dropped, or the model has not answered. */
export function openQuestion(
  settled: readonly MessageParam[],
  dropped: number,
): readonly ContentBlockParam[] {
  const isOpen = dropped > 0 || settled.findLast(({ role }) => role !== 'system')?.role === 'user';
  const question = isOpen ? settled.findLast(isUserText) : undefined;
  if (question === undefined) return [];
  return blocksOf(question).filter((block) => block.type !== 'tool_result' && !isSummary(block));
}

/** A summary of an earlier compaction, which the new one includes. */
function isSummary(block: ContentBlockParam): boolean {
  return block.type === 'text' && /^<summary>\n[\s\S]*\n<\/summary>$/.test(block.text);
}
