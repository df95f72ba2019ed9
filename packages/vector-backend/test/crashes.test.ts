import { MnemeError } from '@mneme/core';
import { afterEach, describe, expect, it } from 'vitest';
import { type OwnQdrantServer, startQdrant, whyNoBinary } from '../../../tools/qdrant-server.mjs';
import { newCollectionName } from './collections.ts';
import { openMemory } from './support.ts';

const reason = whyNoBinary();

describe.skipIf(reason)(
  `Qdrant killed and started again${reason ? ` [skipped: ${reason}]` : ''}`,
  () => {
    let server: OwnQdrantServer | undefined;
    afterEach(() => server?.stop());

    const open = async () => {
      server = await startQdrant();
      const collection = newCollectionName();
      const memory = await openMemory(server, { collection, timeoutMs: 20_000 });
      return { memory, ada: memory.scope('ada') };
    };

    /** Kills and starts the server three times while `store` is called. Returns the acknowledged ids. */
    async function storeUnderKills(
      store: (place: string) => Promise<{ id: string }>,
      { writes }: { writes: number },
    ): Promise<string[]> {
      const acknowledged: string[] = [];
      for (let round = 0; round < 3; round++) {
        let writing = true;
        const writer = (async () => {
          for (let index = 0; writing; index++) {
            try {
              acknowledged.push((await store(`${round}-${index}`)).id);
            } catch (error) {
              if (!MnemeError.isInstance(error) || error.code !== 'unavailable') throw error;
            }
          }
        })();
        while (acknowledged.length < (round + 1) * writes)
          await new Promise((resolve) => setImmediate(resolve));
        await server?.kill();
        writing = false;
        await writer;
        await server?.start();
      }
      return acknowledged;
    }

    it('no acknowledged write is lost, whenever the server is killed, and the same backend object keeps working', async () => {
      const { memory, ada } = await open();
      const acknowledged = await storeUnderKills(
        (place) => ada.store({ content: `Fact ${place}` }, { onConflict: 'keepBoth' }),
        { writes: 8 },
      );
      for (const id of acknowledged) expect(await ada.get(id), id).toBeDefined();
      expect((await ada.retrieve('Fact')).memories.length).toBeGreaterThan(0);
      await memory.close();
    });

    it('a fact changed while the server is killed has one current record and every acknowledged version', async () => {
      const { memory, ada } = await open();
      const source = { externalId: 'desk' };
      const acknowledged = await storeUnderKills(
        (place) => ada.store({ content: `Sits at desk ${place}`, source }),
        { writes: 4 },
      );
      const { id } = await ada.store({ content: 'Sits at the last desk', source });
      expect((await ada.list()).memories.map((record) => record.id)).toEqual([id]);
      const history = (await ada.history(id)).map((record) => record.id);
      expect(history).toEqual(expect.arrayContaining([...acknowledged, id]));
      await memory.close();
    });

    it('a wrong API key is reported without showing it', async () => {
      server = await startQdrant({ apiKey: 'right-key' });
      const collection = newCollectionName();
      await (await openMemory(server, { collection, timeoutMs: 20_000 })).close();
      for (const apiKey of ['wrong-key', undefined]) {
        const error = await openMemory({ url: server.url, apiKey }, { collection }).catch(
          (thrown: unknown) => thrown,
        );
        if (!MnemeError.isInstance(error)) throw error;
        expect(error.code).toBe('unavailable');
        expect(error.message).toMatch(/API key/);
        expect(error.message).not.toMatch(/wrong-key|right-key/);
      }
    });
  },
);
