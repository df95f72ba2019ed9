import type { RetrievedMemory } from '@mneme/core';
import { estimateTextTokens } from '@mneme/core';
import { callback, type FieldsOf, parseOptions } from '@mneme/core/input';
import type { AgentScope } from '../agent-scope.ts';
import type { RecallLog } from '../recall/recall-log.ts';
import {
  type PrefetchOptions,
  type PrefetchResult,
  prefetchDefaults,
  prefetchFields,
  recallRelevant,
} from './prefetch.ts';
import { blockOf, chooseLines, lineOf, type ShownMemory } from './render-memories.ts';

/** The prefetch of one dialogue, turn by turn. */
export interface PrefetchSession {
  /** The block for this turn. Its `memories` are all that it shows; `found` are those this message recalled. */
  next(
    userMessage: string,
    options: { signal?: AbortSignal },
  ): Promise<PrefetchResult & { found: RetrievedMemory[] }>;
  /** Takes a memory that was deleted or replaced out of the block. */
  drop(id: string): void;
}

/** As for one prefetch; the recall log is that of the dialogue. */
export interface PrefetchSessionOptions extends Omit<PrefetchOptions, 'signal'> {
  /** The recall log of the dialogue: what the block shows counts as recalled. */
  recall: RecallLog;
  /** Milliseconds since 1970. Default: the system's clock. */
  now?: () => number;
}

/**
 * The prefetch of a whole dialogue. What was shown stays in its place, byte for byte, and what is new goes to the
 * end, so that a prompt cache can go on using the block; only when the token budget is full does the block start
 * again with what the present message recalls. Memories that have expired, were replaced or deleted leave it.
 */
export function createPrefetchSession(
  scope: Pick<AgentScope, 'retrieve' | 'get' | 'maxQueryBytes'>,
  options: PrefetchSessionOptions,
): PrefetchSession {
  const { signal: _, ...known } = prefetchFields;
  const given = parseOptions(
    options,
    { ...known, now: callback<() => number>() } satisfies FieldsOf<PrefetchSessionOptions>,
    ['recall'],
  );
  const {
    recall,
    tokenBudget = prefetchDefaults.tokenBudget,
    countTokens = estimateTextTokens,
    now = Date.now,
  } = given;
  let shown: ShownMemory[] = [];

  const result = (more: Partial<PrefetchResult> & { found: RetrievedMemory[] }) => {
    const text = blockOf(shown);
    const memories = shown.map(({ memory }) => memory);
    return { text, memories, tokens: text === '' ? 0 : countTokens(text), ...more };
  };

  return {
    drop(id) {
      shown = shown.filter(({ memory }) => memory.id !== id);
    },
    async next(userMessage, { signal }) {
      const [recalled, stale] = await Promise.all([
        recallRelevant(scope, userMessage, { ...given, ...(signal ? { signal } : {}) }),
        withinTime(replacedMeanwhile(shown.map(({ memory }) => memory))),
      ]);
      shown = shown.filter(
        ({ memory: { id, expiresAt } }) =>
          !stale?.has(id) && (!expiresAt || Date.parse(expiresAt) > now()),
      );
      if ('skipped' in recalled) return result({ found: [], skipped: recalled.skipped });
      const found = recalled.memories;
      const byId = new Map(found.map((memory) => [memory.id, memory]));
      const known = new Set(shown.map(({ memory }) => memory.id));
      const budget = { message: userMessage, tokenBudget, countTokens };
      const grown = [
        ...shown.map((line) => again(line, byId.get(line.memory.id), userMessage)),
        ...chooseLines(
          found.filter(({ id }) => !known.has(id)),
          budget,
        ),
      ];
      const fits = grown.length === 0 || countTokens(blockOf(grown)) <= tokenBudget;
      shown = fits ? grown : chooseLines(found, budget);
      recall.note(shown.map(({ memory }) => memory));
      return result({ found });
    },
  };

  /** A line that was shown stays as it is, unless its memory was changed. */
  function again(
    { memory, line }: ShownMemory,
    found: RetrievedMemory | undefined,
    message: string,
  ): ShownMemory {
    if (found === undefined) return { memory, line };
    return {
      memory: found,
      line: found.version === memory.version ? line : lineOf(found, message),
    };
  }

  /** What other writers have replaced or removed of what the block shows. */
  async function replacedMeanwhile(memories: readonly RetrievedMemory[]): Promise<Set<string>> {
    const stale = new Set<string>();
    if (!scope.get) return stale;
    await Promise.all(
      memories.map(async ({ id }) => {
        try {
          const record = await scope.get?.(id);
          if (!record || record.supersededBy !== undefined) stale.add(id);
        } catch {
          // A memory that does not answer says nothing against what it said before.
        }
      }),
    );
    return stale;
  }

  /** The answer, or undefined past the time limit of the prefetch. */
  async function withinTime<T>(work: Promise<T>): Promise<T | undefined> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), given.timeoutMs ?? prefetchDefaults.timeoutMs);
    });
    try {
      return await Promise.race([work, late]);
    } finally {
      clearTimeout(timer);
    }
  }
}
