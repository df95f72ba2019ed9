import assert from 'node:assert/strict';
import type { Chance } from './chance.ts';
import { difference, shown } from './difference.ts';

/** A call with random arguments, and its answer without the parts that a backend may choose. */
export interface Question<World, Backend> {
  ask(world: World, reference: Backend): Promise<Asked<Backend>>;
}

/** One random call. */
export interface Asked<Backend> {
  arguments: unknown;
  answer(backend: Backend): Promise<unknown>;
  /** The part of an answer that can be empty. */
  found(answer: unknown): unknown;
}

/** Makes the questions for one kind of backend. `found` is the part of an answer that can be empty; default: all. */
export function questionsFor<World, Backend>() {
  return <Arguments, Answer>(
    ask: (world: World, reference: Backend) => Arguments | Promise<Arguments>,
    answer: (backend: Backend, asked: Arguments) => Promise<Answer>,
    { found = (answer) => answer }: { found?: (answer: Answer) => unknown } = {},
  ): Question<World, Backend> => ({
    async ask(world, reference) {
      const asked = await ask(world, reference);
      return {
        arguments: asked,
        answer: (backend) => answer(backend, asked),
        found: (answer) => found(answer as Answer),
      };
    },
  });
}

/** The calls of a case, by the names of its questions. */
export interface Rounds<Method extends string> {
  seed: number;
  /** A multiple of five. */
  rounds: number;
  /** Called in each round. */
  writes: readonly Method[];
  /** Called in turn, after the writes of each round. */
  asks: readonly Method[];
}

/** The compared backends, and the questions. */
interface Compared<Method extends string, World, Backend> {
  questions: Readonly<Record<Method | 'erase', Question<World, Backend>>>;
  world: World;
  reference: Backend;
  /** All use one store. One is chosen at random for each call. */
  backends: readonly Backend[];
  /** The largest difference of two similarities or components of vectors. */
  within?: number | undefined;
}

const asksOfRound = 12;

/**
 * Makes random writes and questions from a seed, and fails unless the backends and the reference give the same answers.
 * The failure names the call, its arguments and the first difference. Fails too if more than nine tenths of the answers
 * to a method are empty, or if the questions missed one of their aims.
 */
export async function compare<Method extends string, World extends Chance, Backend>(
  { seed, rounds, writes, asks }: Rounds<Method>,
  { questions, world, reference, backends, within }: Compared<Method, World, Backend>,
): Promise<void> {
  let calls = 0;
  /** For each answer, whether it was not empty. */
  const answers = new Map<Method | 'erase', boolean[]>();
  const call = async (method: Method | 'erase') => {
    const asked = await questions[method].ask(world, reference);
    calls += 1;
    const expected = await asked.answer(reference);
    answers.set(method, [...(answers.get(method) ?? []), !isEmpty(asked.found(expected))]);
    const found = difference(await asked.answer(world.one(backends)), expected, { within });
    if (found === undefined) return;
    assert.fail(`${found}: call ${calls} of seed ${seed}, ${method}(${shown(asked.arguments)})`);
  };
  for (let round = 0; round < rounds; round += 1) {
    for (const method of writes) await call(method);
    if (round % 5 === 4) await call('erase');
    for (let at = 0; at < asksOfRound; at += 1) await call(asks[at % asks.length] as Method);
  }
  for (const method of [...asks, 'erase' as const]) {
    const all = answers.get(method) ?? [];
    const full = all.filter(Boolean).length;
    const few = `only ${full} of ${all.length} answers to ${method} are not empty (seed ${seed})`;
    assert.ok(full * 10 >= all.length, `${few}: let the questions ask for what is there`);
  }
  const seldom = world.seldom();
  assert.deepEqual(seldom, [], `seed ${seed} asked too seldom for ${seldom.join(', ')}`);
}

/** Whether nothing was found on any page. The code of an error is empty too. */
function isEmpty(found: unknown): boolean {
  const isNothing = (value: unknown): boolean =>
    typeof value === 'object' ? Object.values(value ?? {}).every(isNothing) : !value;
  return typeof found === 'string' || isNothing(found);
}
