import { KeptFile } from '../src/index.ts';

/** A kept file of lines, of which the first tells it from others. */
export const linesFile = (path) =>
  new KeptFile({
    path,
    name: 'list',
    field: 'list',
    overwrites: true,
    idOf: ([first]) => first ?? '',
    parse: (text) => text?.split('\n') ?? [],
    print: (lines) => lines.join('\n'),
  });
