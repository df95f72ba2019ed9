import { isAscii } from './fold.ts';

/** The part of a class of characters that ASCII has. */
const inAscii: Readonly<Record<string, string>> = {
  L: 'A-Za-z',
  Lu: 'A-Z',
  Ll: 'a-z',
  M: '',
  N: '0-9',
  P: String.raw`!-#%-*,-\/:;?@\[-\]_{}`,
};

/**
 * A pattern with classes of characters, all in brackets (`[\p{L}]`), for a text. Compiled at first use: a class of all scripts takes
 * a millisecond, and most texts are ASCII, which needs a short one.
 */
export function patternFor(source: string, flags: string): (text: string) => RegExp {
  const made: { ascii?: RegExp; all?: RegExp } = {};
  return (text) => {
    if (!isAscii(text)) {
      made.all ??= new RegExp(source, flags);
      return made.all;
    }
    made.ascii ??= new RegExp(
      source.replace(/\\p\{(\w+)\}/g, (_, name: string) => inAscii[name] as string),
      flags,
    );
    return made.ascii;
  };
}
