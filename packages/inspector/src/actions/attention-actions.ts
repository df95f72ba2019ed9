import { MnemeError, type Relation } from '@mneme/core';
import { attentionPage } from '../views/attention.ts';
import type { Action } from '../visit.ts';
import { by } from './memory-actions.ts';

const verdicts: readonly Relation[] = ['same', 'update', 'older', 'distinct'];

/** Settles one contested pair. */
export const settlePair: Action = async (visit) => {
  const { scope, session, field, at } = visit;
  const verdict = verdicts.find((each) => each === field('verdict'));
  if (verdict === undefined)
    throw new MnemeError(
      'invalid_input',
      `verdict is ${JSON.stringify(field('verdict'))}: give one of ${verdicts.join(', ')}`,
      { field: 'verdict' },
    );
  const pair = [field('newer'), field('older')] as const;
  const { gone } = await scope.settle({ ...by(visit), pair, judge: async () => verdict });
  session.notice = (words) => (gone > 0 ? words.attention.gone : words.attention.settled);
  return at('/attention');
};

/** Mends what can be mended without loss. */
export const mend: Action = async (visit) => {
  const { scope, session, at } = visit;
  const { fixed = 0 } = await scope.doctor({ ...by(visit), near: false, fix: true });
  session.notice = (words) => words.attention.mended(fixed);
  return at('/attention', { examine: 1 });
};

export const prune: Action = async (visit) => {
  const { scope, session, at } = visit;
  const { pruned } = await scope.prune(by(visit));
  session.notice = (words) => words.attention.pruned(pruned);
  return at('/attention', { examine: 1 });
};

/** Erases the scope, if its name was typed. The receipt has its own address. */
export const eraseScope: Action = async (visit) => {
  const { scope, session, field, receipts, actor } = visit;
  if (field('name') !== scope.name) return attentionPage(visit, { wrongName: field('name') });
  const document = await scope.erase(by(visit));
  session.changes = [];
  const { erasedAt: at } = document;
  const { id } = receipts.add({ scope: scope.name, at, actor, document });
  return visit.at(`/receipt/${id}`);
};

/** Erases one conversation. */
export const eraseConversation: Action = async (visit) => {
  const { scope, session, field, receipts, actor } = visit;
  const erased = await scope.sessions.erase(field('session'), by(visit));
  const { turns, forgotten, session: name, erasedAt: at } = erased;
  const document = {
    kind: 'mneme.conversation_erasure' as const,
    scope: scope.name,
    actor,
    ...erased,
  };
  const { id } = receipts.add({ scope: scope.name, session: name, at, actor, document });
  session.notice = (words) => words.conversation.erased(turns, forgotten.length);
  session.receipt = visit.at(`/receipt/${id}`);
  return visit.at('/conversations');
};
