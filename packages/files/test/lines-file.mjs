import { PrivateFile } from '../src/index.ts';

/** A file of lines; the first line identifies it. */
export const linesFile = (path) =>
  new PrivateFile({
    path,
    name: 'list',
    field: 'list',
    overwrites: true,
    idOf: ([first]) => first ?? '',
    parse: (text) => text?.split('\n') ?? [],
    print: (lines) => lines.join('\n'),
  });
