import type { MemoryRecord } from '@mneme/contract';
import { type EngineContext, readMemories } from '@mneme/contract/context';
import { gate } from '@mneme/contract/gate';
import { parseOptions } from '@mneme/contract/input';
import { isMeant } from '@mneme/language/claims';
import type { ForgetOptions, ForgetReceipt } from './api.ts';
import { withReplaced } from './delete.ts';
import { forgetFields } from './option-fields.ts';
import { removeForGood } from './remove-for-good.ts';
import { searchByText, turnsThatSay } from './turns-that-say.ts';

/**
 * Forgets what is meant: the facts about it with their history, the turns that say it, and assistants' answers that
 * repeat it. Nothing of it is learned again.
 */
export async function forget(
  context: EngineContext,
  scope: string,
  options: ForgetOptions,
): Promise<ForgetReceipt> {
  const given = gate(parseOptions(options, forgetFields, ['about']), context.secrets).value;
  const { about, actor = 'application', reason = 'forgotten', ...rest } = given;
  const { keepTurns = false, dryRun = false, signal } = rest;
  const memories = new Map<string, ForgetReceipt['memories'][number]>();
  const removed = await removeForGood(context, scope, {
    what: 'what is meant',
    because: 'a forgotten memory',
    reasonOf: () => reason,
    actor,
    dryRun,
    signal,
    async find() {
      const facts = await factsMeant(context, scope, about);
      const statements = [
        { content: about },
        ...facts.map(({ content, source: { speaker } }) => ({ content, speaker })),
      ];
      const turns = keepTurns
        ? { removed: [], cut: [] }
        : await turnsThatSay(context, scope, { statements, facts, signal });
      for (const record of [...facts, ...turns.removed]) memories.set(record.id, shown(record));
      for (const { turn, content } of turns.cut)
        memories.set(turn.id, { ...shown(turn), left: content });
      return { roots: facts, claims: facts, ...turns };
    },
  });
  const all = [...memories.values()].sort((a, b) =>
    a.kind < b.kind ? 1 : a.kind > b.kind ? -1 : 0,
  );
  return { ...removed, reason, memories: all };
}

/** With everything that they have replaced. */
async function factsMeant(
  context: EngineContext,
  scope: string,
  about: string,
): Promise<MemoryRecord[]> {
  const found = await searchByText(context, scope, { text: about, kind: 'fact' });
  const meant = new Map<string, MemoryRecord>();
  for (const { id, content } of found) {
    if (!isMeant(about, content)) continue;
    const history = await context.backend.history(scope, id);
    for (const record of withReplaced(id, history)) meant.set(record.id, record);
  }
  return readMemories(context.backend, scope, [...meant.keys()]);
}

function shown({ id, kind, content, source }: MemoryRecord): ForgetReceipt['memories'][number] {
  const { speaker } = source;
  return { id, kind, content, ...(speaker === undefined ? {} : { speaker }) };
}
