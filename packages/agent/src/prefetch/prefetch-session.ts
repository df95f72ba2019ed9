import type { RetrievedMemory } from '@mneme/core';
import { estimateTextTokens } from '@mneme/core/faces';
import { callback, type FieldsOf, parseOptions } from '@mneme/core/input';
import type { AgentScope } from '../agent-scope.ts';
import {
  defaultTokenBudget,
  type PrefetchOptions,
  type PrefetchResult,
  prefetchFields,
} from './prefetch-options.ts';
import { recallInTime, withinTime } from './recall-in-time.ts';
import {
  asResult,
  blockOf,
  type Shown,
  type ShownParts,
  shownParts,
  withinBudget,
} from './render-memories.ts';

/** The prefetch of one dialogue, turn by turn. */
export interface PrefetchSession {
  /** The block for this turn. Its `memories` are all memories in it; `found` are those recalled for this message. */
  next(
    userMessage: string,
    options: { signal?: AbortSignal },
  ): Promise<PrefetchResult & { found: RetrievedMemory[] }>;
  /** Removes a deleted or replaced memory from the block. */
  drop(id: string): void;
}

/** As for one prefetch. */
export interface PrefetchSessionOptions extends Omit<PrefetchOptions, 'signal'> {
  /** Milliseconds since 1970. Default: the system's clock. */
  now?: () => number;
}

const { signal: _, ...known } = prefetchFields;
const optionFields = {
  ...known,
  now: callback<() => number>(),
} satisfies FieldsOf<PrefetchSessionOptions>;

/**
 * The prefetch of a whole dialogue. The profile is current. After it, lines for earlier messages stay in place, byte
 * for byte, and new lines are added at the end, so that a prompt cache can use the block. Only when the token budget is
 * full does that part start again with the current message's lines. Memories that have expired, were replaced or
 * deleted leave the block.
 */
export function createPrefetchSession(
  scope: Pick<AgentScope, 'retrieve' | 'recall' | 'get'>,
  options: PrefetchSessionOptions = {},
): PrefetchSession {
  const { now = Date.now, ...asked } = parseOptions(options, optionFields);
  const { recall, tokenBudget = defaultTokenBudget, countTokens = estimateTextTokens } = asked;
  const budget = { tokenBudget, countTokens };
  let shown: ShownParts = { profile: [], forMessage: [] };
  let dialogue = asked.dialogue;

  const keep = (holds: (memory: RetrievedMemory) => boolean) => {
    const whole = ({ memories }: Shown) => memories.every(holds);
    shown = { profile: shown.profile.filter(whole), forMessage: shown.forMessage.filter(whole) };
  };

  return {
    drop(id) {
      keep((memory) => memory.id !== id);
    },
    async next(userMessage, { signal }) {
      const earlier = shown.forMessage.flatMap(({ memories }) => memories);
      const [recalled, stale] = await Promise.all([
        recallInTime(scope, userMessage, { ...asked, ...(dialogue && { dialogue }), signal }),
        withinTime(replacedMeanwhile(earlier), asked),
      ]);
      dialogue = [userMessage];
      keep(
        ({ id, expiresAt }) =>
          !stale?.has(id) && (expiresAt === undefined || Date.parse(expiresAt) > now()),
      );
      if ('skipped' in recalled)
        return { ...asResult(shown, countTokens), found: [], skipped: recalled.skipped };
      const parts = shownParts(recalled, userMessage);
      const { profile, forMessage: found } = parts;
      const inProfile = new Set(recalled.profile.map(({ id }) => id));
      const again = new Map(found.map((part) => [keyOf(part), part]));
      const before = shown.forMessage
        .filter(({ memories }) => !memories.some(({ id }) => inProfile.has(id)))
        .map((part) => newer(part, again.get(keyOf(part))));
      const there = new Set(before.flatMap(({ memories }) => memories.map(({ id }) => id)));
      const more = found.filter(({ memories }) => !memories.every(({ id }) => there.has(id)));
      const grown = { profile, forMessage: [...before, ...more] };
      const fits = countTokens(blockOf(grown)) <= tokenBudget;
      shown = fits ? grown : withinBudget(parts, budget);
      const result = asResult(shown, countTokens);
      recall?.note(result.memories);
      const { degraded } = recalled;
      if (degraded !== undefined) result.degraded = degraded;
      return { ...result, found: found.flatMap(({ memories }) => memories) };
    },
  };

  /** Memories of the block that other writers have replaced or removed. */
  async function replacedMeanwhile(memories: readonly RetrievedMemory[]): Promise<Set<string>> {
    const stale = new Set<string>();
    if (!scope.get) return stale;
    await Promise.all(
      memories.map(async ({ id }) => {
        try {
          const record = await scope.get?.(id);
          if (!record || record.supersededBy !== undefined) stale.add(id);
        } catch {
          // If the memory does not answer, the earlier state stays.
        }
      }),
    );
    return stale;
  }
}

function keyOf({ memories }: Shown): string {
  return memories.map(({ id }) => id).join(' ');
}

/** Earlier lines stay unchanged, unless one of their memories has changed. */
function newer(part: Shown, found: Shown | undefined): Shown {
  if (found === undefined) return part;
  const same = found.memories.every(
    ({ version }, place) => version === part.memories[place]?.version,
  );
  return same ? { ...found, lines: part.lines } : found;
}
