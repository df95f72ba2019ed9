/** The sentences of this folder, which were written for it, and people with their memories. */
import { readdirSync, readFileSync } from 'node:fs';
import { randomFrom, shuffled } from '../../tools/random.mjs';

const here = new URL('./', import.meta.url);
const lines = (name) =>
  readFileSync(new URL(name, here), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '');

/** `small-talk`, `general` or `personal` messages with their language; every fifth, by a seed, is held out. */
export function messages(kind) {
  let language = '';
  const all = [];
  for (const line of lines(`${kind}.txt`)) {
    if (line.startsWith('# ')) language = line.slice(2);
    else all.push({ kind, language, text: line });
  }
  return shuffled(all, randomFrom(11)).map((message, place) => ({
    ...message,
    heldOut: place % 5 === 0,
  }));
}

/**
 * Each with facts, and messages with the places of the facts that they need. Twins have similar lives in two languages,
 * so one's messages may be answered by the other's facts.
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
