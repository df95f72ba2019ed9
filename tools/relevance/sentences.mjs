/** The sentences of this folder, which were written for it, and people with what is remembered of them. */
import { readdirSync, readFileSync } from 'node:fs';

const here = new URL('./', import.meta.url);
const lines = (name) =>
  readFileSync(new URL(name, here), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '');

/** A generator of numbers in 0..1 (mulberry32). */
export function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The texts shuffled by a seed. */
export function shuffled(items, next) {
  const order = [...items];
  for (let index = order.length - 1; index > 0; index--) {
    const other = Math.floor(next() * (index + 1));
    [order[index], order[other]] = [order[other], order[index]];
  }
  return order;
}

/** `small-talk`, `general` or `personal` messages with their language; every fifth, by a seed, is held out. */
export function messages(kind) {
  let language = '';
  const all = [];
  for (const line of lines(`${kind}.txt`)) {
    if (line.startsWith('# ')) language = line.slice(2);
    else all.push({ kind, language, text: line });
  }
  return shuffled(all, random(11)).map((message, place) => ({
    ...message,
    heldOut: place % 5 === 0,
  }));
}

/**
 * Each with facts, and messages with the places of the facts that they call for. Twins lead like lives in two languages,
 * so that what one says may well be answered by what is known of the other.
 */
export function people() {
  return readdirSync(new URL('people/', here))
    .sort()
    .map((file) => {
      const [name, language] = file.split('.');
      const facts = [];
      const asked = new Map();
      for (const line of lines(`people/${file}`)) {
        if (!line.startsWith('> ')) facts.push(line);
        else asked.set(line.slice(2), [...(asked.get(line.slice(2)) ?? []), facts.length - 1]);
      }
      return {
        name,
        language,
        twin: { hao: 'devon', lin: 'mira' }[name] ?? name,
        facts,
        messages: [...asked].map(([text, needs]) => ({ text, needs })),
      };
    });
}
