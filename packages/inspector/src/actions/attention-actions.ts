import { MnemeError, type Relation } from '@mneme/core';
import { html } from '../html.ts';
import { receiptMain } from '../views/attention.ts';
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

/** Erases the scope, if its name was typed. */
export const eraseScope: Action = async (visit) => {
  const { scope, session, words, field } = visit;
  if (field('name') !== scope.name) {
    return {
      title: words.errors.title,
      place: 'attention',
      status: 400,
      main: html`<section class="state" role="alert"><h1>${words.errors.title}</h1><p>${words.attention.eraseWrong}</p><p><a class="button" href="${visit.at('/attention')}">${words.errors.back}</a></p></section>`,
    };
  }
  const receipt = await scope.erase(by(visit));
  session.undo = undefined;
  session.receipts.set(receipt.hash, receipt);
  return {
    title: words.attention.erased(receipt.scope),
    place: 'attention',
    main: receiptMain(visit, receipt),
  };
};

/** Erases one conversation. */
export const eraseConversation: Action = async (visit) => {
  const { scope, session, field, at } = visit;
  const { turns, forgotten } = await scope.sessions.erase(field('session'), by(visit));
  session.notice = (words) => words.conversation.erased(turns, forgotten.length);
  return at('/conversations');
};
