import { dot } from '../../packages/language/src/claims/compare-words.ts';
import { decideConflict } from '../../packages/language/src/claims/decide-conflict.ts';
import { isStatement } from '../../packages/language/src/claims/is-statement.ts';
import { readStatement } from '../../packages/language/src/claims/read-statement.ts';
import { randomFrom, shuffled } from '../../tools/random.mjs';

/** Facts in a scope of one person, about. */
const scopeSize = 200;
/** Number of near records that a store is compared with. */
const nearest = 3;
const folds = 5;

/** Each line with its scope: lines of one author and language. Whole scopes are left out of a fit. */
export function inScopes(lines) {
  let count = 0;
  return [...Map.groupBy(lines, ({ file, lang }) => `${file} ${lang}`).values()].flatMap((some) => {
    const texts = some.flatMap(textsOf).length;
    const size = Math.ceil(some.length / Math.max(1, Math.round(texts / scopeSize)));
    const scopes = Map.groupBy(shuffled([...some.keys()], randomFrom(5)).entries(), ([order]) =>
      Math.floor(order / size),
    );
    return [...scopes.values()].flatMap((places) => {
      const scope = count++;
      return places.map(([, place]) => ({ ...some[place], scope, fold: scope % folds }));
    });
  });
}

/**
 * The pairs that stores are compared with in a scope: each statement, and the nearest earlier ones of other lines.
 * Nearly all are distinct; sure conflicts are left out. One pair of each store `teaches`; `changes`: the newer one was
 * written as a change of something else.
 */
export function nearPairs(lines) {
  return [...Map.groupBy(lines, ({ scope }) => scope).values()].flatMap((some) => {
    const stored = shuffled(
      some
        .flatMap((line) => textsOf(line).map((text) => ({ line, text })))
        .filter(({ text }) => isStatement(text)),
      randomFrom(6),
    ).map((one) => ({ ...one, vector: readStatement(one.text).vector }));
    return stored.flatMap(({ line, text, vector }, place) => {
      const own = textsOf(line);
      const near = stored
        .slice(0, place)
        .filter((other) => !own.includes(other.text))
        .map((other) => ({ older: other.text, near: dot(other.vector, vector) }))
        .sort((one, other) => other.near - one.near)
        .slice(0, nearest)
        .filter(({ older }) => !isSure(older, text));
      const { lang, file, author, style, scope, fold, relation } = line;
      return near.map(({ older }, rank) => ({
        ...{ lang, file, author, style, scope, fold, older, newer: text, relation: 'distinct' },
        near: true,
        store: `${scope} ${place}`,
        teaches: (place + rank) % nearest === 0,
        changes: text === line.newer && (relation === 'update' || relation === 'part'),
      }));
    });
  });
}

function textsOf({ older, newer, content, facts }) {
  return older === undefined ? [content, ...facts.map(({ fact }) => fact)] : [older, newer];
}

function isSure(older, newer) {
  const { relation } = decideConflict({
    stored: { content: older },
    incoming: { content: newer },
  });
  return relation === 'same' || relation === 'update';
}
