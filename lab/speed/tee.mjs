import { deepStrictEqual } from 'node:assert/strict';
import { timeOf } from './frame.mjs';

/**
 * An object whose calls go to two objects in turn, which must answer alike. `take` returns the times of both by method,
 * in pairs, and begins anew.
 */
export function tee([first, second]) {
  let times = {};
  let calls = 0;
  const methodOf =
    (name) =>
    async (...given) => {
      const took = [];
      const answers = [];
      calls += 1;
      for (const side of calls % 2 === 0 ? [0, 1] : [1, 0])
        took[side] = await timeOf(async () => {
          answers[side] = await [first, second][side][name](...given);
        });
      deepStrictEqual(comparable(answers[1]), comparable(answers[0]), name);
      times[name] ??= [[], []];
      for (const side of [0, 1]) times[name][side].push(took[side]);
      return answers[0];
    };
  const methods = new Map();
  const teed = new Proxy(first, {
    get(_, name) {
      if (!methods.has(name)) methods.set(name, methodOf(name));
      return methods.get(name);
    },
  });
  const take = () => {
    const taken = times;
    times = {};
    return taken;
  };
  return { teed, take };
}

/** Cursors are each store's own secret. Lists without an order are compared sorted. */
function comparable(answer) {
  if (answer === undefined) return undefined;
  const { nextCursor, candidates, ...rest } = Object(answer);
  const sorted = candidates?.toSorted((one, other) =>
    JSON.stringify(one) < JSON.stringify(other) ? -1 : 1,
  );
  return { ...rest, candidates: sorted, hasMore: nextCursor !== undefined };
}
