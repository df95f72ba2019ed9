import { randomUUID } from 'node:crypto';
import { KeptFile } from '@mneme/files';

interface Content {
  /** Identifies the keyring, and reveals nothing about its keys. */
  id: string;
  /** Wrapped keys by name. */
  keys: Map<string, string>;
}

export function keyringFile(path: string): KeptFile<Content> {
  return new KeptFile<Content>({
    path,
    name: 'keyring',
    field: 'keyring',
    overwrites: true,
    // If a keyring that is missing for a moment were replaced by a new one, nobody could later read what the new one
    // sealed.
    idOf: ({ id }) => id,
    parse: (text) =>
      text === undefined ? { id: randomUUID(), keys: new Map() } : parseContent(text),
    print: ({ id, keys }) =>
      `${JSON.stringify({ version: 1, id, keys: Object.fromEntries(keys) }, null, 2)}\n`,
  });
}

function parseContent(text: string): Content {
  const { version, id, keys } = JSON.parse(text) as Record<string, unknown>;
  if (version !== 1) throw new Error('its version is not 1');
  if (typeof keys !== 'object' || keys === null) throw new Error('it has no keys');
  const entries = Object.entries(keys);
  if (entries.some(([, wrapped]) => typeof wrapped !== 'string'))
    throw new Error('a key is no text');
  // The first versions had no id.
  return { id: typeof id === 'string' ? id : '', keys: new Map(entries as [string, string][]) };
}
