import Anthropic from '@anthropic-ai/sdk';
import { createMemory, type Memory } from '@mneme/core';
import type { KeyAccess } from '@mneme/core/backend';
import { staticEmbedder } from '@mneme/embedders';
import { sqliteBackend } from '@mneme/sqlite';
import { Keys, type ListenOptions, listen, type RunningServer } from '../src/index.ts';

export interface ServerUnderTest {
  memory: Memory;
  keys: Keys;
  url: string;
  server: RunningServer;
  /** A client of the official SDK with a new key; only its address is changed. */
  client(options?: { scope?: string; access?: KeyAccess }): Promise<Anthropic>;
  key(options?: { scope?: string; access?: KeyAccess }): Promise<string>;
  close(): Promise<void>;
}

export async function serverUnderTest(
  options: Partial<ListenOptions> = {},
): Promise<ServerUnderTest> {
  const backend = sqliteBackend({ path: ':memory:' });
  const { metrics } = options.metrics ?? {};
  const telemetry = metrics && { api: { metrics } };
  const memory = await createMemory({ backend, embedder: staticEmbedder(), telemetry });
  const { keys = new Keys(backend.keys) } = options;
  const server = await listen({ memory, port: 0, ...options, keys });
  const key = async ({ scope = 'user:ada', access }: { scope?: string; access?: KeyAccess } = {}) =>
    (await keys.create({ scope, access })).key;
  return {
    memory,
    keys,
    url: server.url,
    server,
    key,
    client: async (given) =>
      new Anthropic({ baseURL: server.url, apiKey: await key(given), maxRetries: 0 }),
    async close() {
      await server.close();
      await memory.close();
    },
  };
}
