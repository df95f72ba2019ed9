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

    it('no acknowledged write is lost, whenever the server is killed, and the same backend object keeps working', async () => {
      server = await startQdrant();
      const memory = await openMemory(server, {
        collection: newCollectionName(),
        timeoutMs: 20_000,
      });
      const ada = memory.scope('ada');
      const acknowledged: string[] = [];
      for (let round = 0; round < 3; round++) {
        let writing = true;
        const writer = (async () => {
          for (let index = 0; writing; index++) {
            try {
              acknowledged.push(
                (await ada.store({ content: `Fact ${round}-${index}` }, { onConflict: 'keepBoth' }))
                  .id,
              );
            } catch (error) {
              if (!MnemeError.isInstance(error) || error.code !== 'unavailable') throw error;
            }
          }
        })();
        while (acknowledged.length < (round + 1) * 8)
          await new Promise((resolve) => setImmediate(resolve));
        await server.kill();
        writing = false;
        await writer;
        await server.start();
      }
      for (const id of acknowledged) expect(await ada.get(id), id).toBeDefined();
      expect((await ada.retrieve('Fact')).memories.length).toBeGreaterThan(0);
      await memory.close();
    }, 120_000);

    it('a fact changed while the server is killed has one current record and every acknowledged version', async () => {
      server = await startQdrant();
      const memory = await openMemory(server, {
        collection: newCollectionName(),
        timeoutMs: 20_000,
      });
      const ada = memory.scope('ada');
      const source = { externalId: 'desk' };
      const acknowledged: string[] = [];
      for (let round = 0; round < 3; round++) {
        let writing = true;
        const writer = (async () => {
          for (let index = 0; writing; index++) {
            try {
              const content = `Sits at desk ${round}-${index}`;
              acknowledged.push((await ada.store({ content, source })).id);
            } catch (error) {
              if (!MnemeError.isInstance(error) || error.code !== 'unavailable') throw error;
            }
          }
        })();
        while (acknowledged.length < (round + 1) * 4)
          await new Promise((resolve) => setImmediate(resolve));
        await server.kill();
        writing = false;
        await writer;
        await server.start();
      }
      const { id } = await ada.store({ content: 'Sits at the last desk', source });
      expect((await ada.list()).memories.map((record) => record.id)).toEqual([id]);
      const history = (await ada.history(id)).map((record) => record.id);
      expect(history).toEqual(expect.arrayContaining([...acknowledged, id]));
      await memory.close();
    }, 120_000);

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
    }, 60_000);
  },
);
