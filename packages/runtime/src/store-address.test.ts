import { resolve } from 'node:path';
import { inMemoryBackend } from '@mneme/store/memory';
import { describe, expect, it } from 'vitest';
import { addressPath, openBackend, parseStoreAddress, registerStore } from './store-address.ts';

describe('parseStoreAddress', () => {
  it('reads a text without a scheme as the path of a SQLite file', () => {
    expect(parseStoreAddress('ada.db')).toEqual({ scheme: 'sqlite', rest: resolve('ada.db') });
    expect(parseStoreAddress('sqlite:ada.db')).toEqual({
      scheme: 'sqlite',
      rest: resolve('ada.db'),
    });
    expect(parseStoreAddress('C:\\ada.db').scheme).toBe('sqlite');
  });

  it('returns the path of a file, and none for a store in memory', () => {
    expect(addressPath(parseStoreAddress('sqlite:/data/ada.db'))).toBe('/data/ada.db');
    expect(addressPath(parseStoreAddress('sqlite::memory:'))).toBeUndefined();
  });

  it.each(['redis:ada', 'constructor:ada', 'sqlite:', 'sqlite: '])(
    'refuses %j and lists the known schemes',
    (address) => {
      expect(() => parseStoreAddress(address)).toThrow(/sqlite:PATH/);
    },
  );

  it('accepts a Qdrant server and a collection', () => {
    const address = 'http://127.0.0.1:6333/memories';
    expect(parseStoreAddress(`qdrant:${address}`)).toEqual({ scheme: 'qdrant', rest: address });
    expect(addressPath(parseStoreAddress(`qdrant:${address}`))).toBeUndefined();
  });

  it.each(['qdrant:http://127.0.0.1:6333', 'qdrant:127.0.0.1/memories', 'qdrant:http://host/'])(
    'refuses %j, which lacks the URL or the collection',
    (address) => {
      expect(() => parseStoreAddress(address)).toThrow(
        /qdrant:http:\/\/127\.0\.0\.1:6333\/memories/,
      );
    },
  );
});

describe('registerStore', () => {
  const form = 'toy:NAME';
  const open = async () => inMemoryBackend();

  it('opens addresses with a custom scheme', async () => {
    registerStore('toy', { form, open });
    const address = parseStoreAddress('toy:ada');
    expect(address).toEqual({ scheme: 'toy', rest: 'ada' });
    expect((await openBackend(address)).name).toBe('memory');
    expect(() => parseStoreAddress('redis:ada')).toThrow(/toy:NAME/);
  });

  it.each(['sqlite', 'postgres', 'c', 'Redis', ''])('refuses %j', (scheme) => {
    expect(() => registerStore(scheme, { form, open })).toThrow(/cannot be registered/);
  });
});
