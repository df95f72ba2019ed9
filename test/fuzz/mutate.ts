import fc from 'fast-check';
import { anyText } from './hostile.ts';

/** One change of a valid call. `at` modulo the number of fields picks the field. */
interface Mutation {
  kind: 'replace' | 'add' | 'drop' | 'wrap' | 'append';
  at: number;
  key: string;
  value: () => unknown;
}

/** A few changes, usually one: nearly valid input gets furthest. */
export const mutationsOf = (values: fc.Arbitrary<() => unknown>): fc.Arbitrary<Mutation[]> =>
  fc.array(
    fc.record({
      kind: fc.constantFrom('replace', 'replace', 'replace', 'add', 'drop', 'wrap', 'append'),
      at: fc.nat(1000),
      key: fc.oneof(
        anyText,
        fc.constantFrom('content', 'path', 'limit', 'scope', 'id', 'cursor', 'signal'),
      ),
      value: values,
    }) as fc.Arbitrary<Mutation>,
    { minLength: 1, maxLength: 3 },
  );

type Container = Record<PropertyKey, unknown>;
interface Place {
  holder: Container;
  key: PropertyKey;
}

/** Returns the changed copy. Functions and class instances are not copied. */
export function mutated<T>(valid: T, mutations: readonly Mutation[]): T {
  const root: { value?: unknown } = { value: copy(valid) };
  for (const mutation of mutations) {
    const places = placesIn(root);
    try {
      apply(places[mutation.at % places.length] ?? { holder: root, key: 'value' }, mutation);
    } catch {
      // An earlier change put a value there that cannot be changed.
    }
  }
  return root.value as T;
}

function apply({ holder, key }: Place, mutation: Mutation): void {
  const present = holder[key];
  switch (mutation.kind) {
    case 'replace':
      holder[key] = mutation.value();
      return;
    case 'drop':
      delete holder[key];
      return;
    case 'wrap':
      holder[key] = mutation.at % 2 === 0 ? [present] : { [mutation.key]: present };
      return;
    case 'append':
      if (typeof present === 'string') holder[key] = present + mutation.key;
      else if (isPlain(present, [Array.prototype]))
        (present as unknown as unknown[]).push(mutation.value());
      else holder[key] = mutation.value();
      return;
    case 'add':
      if (isPlain(present))
        Object.defineProperty(present, mutation.key, {
          value: mutation.value(),
          enumerable: true,
          configurable: true,
          writable: true,
        });
      else holder[key] = mutation.value();
  }
}

function placesIn(root: object): Place[] {
  const found: Place[] = [];
  const visit = (holder: Container, depth: number) => {
    for (const key of Object.keys(holder)) {
      found.push({ holder, key });
      const value = Object.getOwnPropertyDescriptor(holder, key)?.value;
      if (depth < 6 && found.length < 200 && isPlain(value, [Object.prototype, Array.prototype]))
        visit(value as Container, depth + 1);
    }
  };
  visit(root as Container, 0);
  return found;
}

function isPlain(
  value: unknown,
  prototypes: readonly object[] = [Object.prototype],
): value is Container {
  try {
    return (
      typeof value === 'object' &&
      value !== null &&
      prototypes.includes(Object.getPrototypeOf(value)) &&
      Object.keys(value).length < 50
    );
  } catch {
    return false; // A proxy that throws.
  }
}

function copy(value: unknown): unknown {
  if (isPlain(value, [Array.prototype])) return (value as unknown as unknown[]).map(copy);
  if (!isPlain(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, copy(inner)]));
}
