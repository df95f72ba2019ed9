import { expect, it } from 'vitest';
import { patternFor } from './pattern-for.ts';

const ascii = String.fromCharCode(...Array.from({ length: 128 }, (_, code) => code));

it.each(['L', 'Lu', 'Ll', 'M', 'N', 'P'])(
  'finds the same in ASCII as in other texts, for the class %s',
  (name) => {
    const source = String.raw`[\p{${name}}]|[^\p{${name}}\s]{2}`;
    const all = new RegExp(source, 'gu');
    expect(ascii.match(patternFor(source, 'gu')(ascii))).toEqual(ascii.match(all));
    const text = `${ascii}é１`;
    expect(text.match(patternFor(source, 'gu')(text))).toEqual(text.match(all));
  },
);
