import { resolve } from 'node:path';

/** A path in a file of settings, which is relative to the folder of that file. */
export const wholePath = (path: string, folder: string) => resolve(folder, path);

/** An address in such a file: one of files gets its whole path, others stay. `whole`: makes a path whole. */
export function wholeAddress(
  text: string,
  folder: string,
  whole: (path: string) => string = (path) => wholePath(path, folder),
): string {
  const [, scheme = '', rest] =
    /^(sqlite:|databases:)?((?![a-z][a-z0-9+-]+:).+)$/s.exec(text) ?? [];
  if (rest === undefined || rest === ':memory:') return text;
  return `${scheme === 'sqlite:' ? '' : scheme}${whole(rest)}`;
}
