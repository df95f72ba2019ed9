import { invalid, show } from '@mneme/core/input';

type Test = (value: unknown, wanted: unknown) => boolean;

/** Compared as numbers, as the other stores do: what is none is neither more nor less. */
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

/** Whether a value passes: all fields of the filter must. An operator that there is not throws; it would find nothing. */
export function filterOf(filter: Record<string, unknown>): (value: object) => boolean {
  const tests = Object.entries(filter).flatMap(([field, wanted]) =>
    Object.entries(isOperation(wanted) ? wanted : { $eq: wanted }).map(([name, operand]) => {
      const test = Object.hasOwn(operators, name) ? operators[name] : undefined;
      if (test)
        return (value: object) =>
          test(Object.hasOwn(value, field) ? value[field as never] : undefined, operand);
      const known = Object.keys(operators).join(', ');
      throw invalid(`filter.${field}`, `has the operator ${show(name)}: give one of ${known}`);
    }),
  );
  return (value) => tests.every((test) => test(value));
}

function isOperation(wanted: unknown): wanted is object {
  if (typeof wanted !== 'object' || wanted === null || Array.isArray(wanted)) return false;
  const names = Object.keys(wanted);
  return names.length === 0 || names.some((name) => name.startsWith('$'));
}

/** Lists and objects are equal where they hold the same, whatever the order of their keys. */
function equal(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return one === other;
  const keys = Object.keys(one);
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  if (keys.length !== Object.keys(other).length) return false;
  return keys.every(
    (key) => Object.hasOwn(other, key) && equal(one[key as never], other[key as never]),
  );
}
