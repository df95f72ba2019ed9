import { type Fault, MnemeError } from '@mneme/core';
import { nearest, show } from '@mneme/core/input';
import { z } from 'zod';

/**
 * The parsed value, or an `invalid_input` with all faults, in the library's words. The one check of outside data.
 * `whole` names the value itself, if it is not an object.
 */
export function check<T extends z.ZodType>(schema: T, value: unknown, whole: string): z.output<T> {
  const parsed = schema.safeParse(value, { error: problemOf });
  if (parsed.success) return parsed.data;
  const known = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  throw new MnemeError(
    'invalid_input',
    parsed.error.issues
      .slice(0, mostFaults)
      .flatMap((issue) => toFaults(issue, { whole, known }))
      .slice(0, mostFaults),
  );
}

/** Limits the number of reported faults. */
const mostFaults = 20;

function toFaults(
  issue: z.core.$ZodIssue,
  { whole, known }: { whole: string; known: string[] },
): Fault[] {
  const meant = issue.code === 'invalid_union' ? meantForm(issue.errors) : undefined;
  if (meant !== undefined)
    return meant.flatMap((inner) =>
      toFaults({ ...inner, path: [...issue.path, ...inner.path] }, { whole, known }),
    );
  const field = pathOf(issue.path) || whole;
  if (issue.code !== 'unrecognized_keys') return [{ field, problem: issue.message }];
  return issue.keys.slice(0, mostFaults).map((key) => {
    if (issue.path.length > 0)
      return { field: pathOf([...issue.path, key]), problem: 'is not known here' };
    const meant = nearest(key, known);
    const problem = known.length === 0 ? 'none is known' : `known are ${known.join(', ')}`;
    return {
      field: show(key).slice(1, -1),
      problem,
      unknown: 'field',
      ...(meant === undefined ? {} : { nearest: meant }),
    };
  });
}

/**
 * What is wrong with the form of an object that was probably meant: the first one whose required fields are all given,
 * else the last one. Undefined if the forms are not of objects.
 */
function meantForm(forms: readonly z.core.$ZodIssue[][]): z.core.$ZodIssue[] | undefined {
  const ofObjects = forms.filter((issues) =>
    issues.every(({ code, path }) => path.length > 0 || code === 'unrecognized_keys'),
  );
  const isWhole = (issues: readonly z.core.$ZodIssue[]) =>
    !issues.some(({ message }) => message.startsWith('is missing'));
  return ofObjects.find(isWhole) ?? ofObjects.at(-1);
}

/** `items[3].content`, as the library writes it. */
function pathOf(path: readonly PropertyKey[]): string {
  return path
    .map((part, index) =>
      typeof part === 'number'
        ? `[${part}]`
        : `${index === 0 ? '' : '.'}${show(String(part)).slice(1, -1)}`,
    )
    .join('');
}

/** The part of a message after the field's name. Undefined: zod's own words. */
function problemOf(issue: z.core.$ZodRawIssue): string | undefined {
  const { input } = issue;
  const is = input === undefined ? 'is missing' : `is ${show(input)}`;
  switch (issue.code) {
    case 'invalid_type':
      return `${is}: give ${named[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `${is}: give ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}`;
    case 'too_small':
      return `${is}: give ${issue.origin === 'string' ? 'a text' : `${issue.minimum} or more`}`;
    case 'too_big':
      return issue.origin === 'string'
        ? `is too long: give at most ${issue.maximum} characters`
        : `${is}: give ${issue.maximum} or less`;
    case 'invalid_union':
      return 'has none of the known forms';
    default:
      return undefined;
  }
}

const named: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  record: 'an object',
};
