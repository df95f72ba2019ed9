import { isDeepStrictEqual as equal } from 'node:util';
import { invalid, show } from '@mneme/core/input';

type Test = (value: unknown, wanted: unknown) => boolean;

/** Compared as numbers, as in the other stores; a value that is not a number never matches. */
const operators: Readonly<Record<string, Test>> = {
  $eq: equal,
  $ne: (value, wanted) => !equal(value, wanted),
  $gt: (value, wanted) => Number(value) > Number(wanted),
  $gte: (value, wanted) => Number(value) >= Number(wanted),
  $lt: (value, wanted) => Number(value) < Number(wanted),
  $lte: (value, wanted) => Number(value) <= Number(wanted),
  $in: (value, wanted) => Array.isArray(wanted) && wanted.some((one) => equal(value, one)),
  $nin: (value, wanted) => !operators.$in?.(value, wanted),
  $exists: (value, wanted) => (value !== undefined) === Boolean(wanted),
};

/**
 * Whether a value passes: all fields of the filter must. An unknown operator throws, because otherwise it would find
 * nothing.
 */
export function filterOf(filter: Record<string, unknown>): (value: object) => boolean {
  const tests = Object.entries(filter).flatMap(([field, wanted]) =>
    Object.entries(isOperation(wanted) ? wanted : { $eq: wanted }).map(([name, operand]) => {
      const test = fieldOf(operators, name) as Test | undefined;
      if (test) return { field, test, operand };
      const known = Object.keys(operators).join(', ');
      throw invalid(`filter.${field}`, `has the operator ${show(name)}: give one of ${known}`);
    }),
  );
  return (value) => tests.every(({ field, test, operand }) => test(fieldOf(value, field), operand));
}

function fieldOf(value: object, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name as never] : undefined;
}

function isOperation(wanted: unknown): wanted is object {
  if (typeof wanted !== 'object' || wanted === null || Array.isArray(wanted)) return false;
  const names = Object.keys(wanted);
  return names.length === 0 || names.some((name) => name.startsWith('$'));
}
