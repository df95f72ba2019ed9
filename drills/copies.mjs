import { setTimeout as pause } from 'node:timers/promises';
import { createMemory } from '@mneme/core';
import { staticEmbedder } from '@mneme/embedders';
import { postgresBackend } from '@mneme/postgres';
import { Keys } from '@mneme/server';
import { startMneme } from '../tools/mneme-server.mjs';
import { startPostgres, whyNoBinary } from '../tools/postgres-server.mjs';
import { randomFrom } from '../tools/random.mjs';
import { faultsOf } from './drill.mjs';
import { cutOff } from './support/remote-memory.mjs';
import { compareTwice, countReports, killFigures } from './support/reports.mjs';
import { startWriter } from './support/start-writer.mjs';

/** Writers in one round, distributed over the copies. */
const lanes = 3;
const aims = ['any', 'any', 'any', 'erase', 'redact'];
const victims = ['client', 'copy', 'database', 'frozen'];
const longest = 'longest write to their scopes, ms';
/** A frozen copy may keep others out for so long. */
const mostMs = 15_000;

/** @type {import('./drill.mjs').Drill} */
export const copies = {
  name: 'copies',
  promise: 'Copies of a server lose nothing',
  rounds: 200,
  few: 4,
  seen: ['acknowledged writes'],
  async run({ rounds, seed, folder, progress }) {
    const skipped = whyNoBinary();
    if (skipped !== undefined) return { figures: {}, broken: [], skipped };
    const database = await startPostgres({ durable: true });
    const backend = postgresBackend({ connectionString: database.url, timeoutMs: 60_000 });
    const memory = await createMemory({ backend, embedder: staticEmbedder() });
    const keys = new Keys(backend.keys);
    const start = () => startMneme(database.url, { home: folder });
    const servers = await Promise.all([start(), start()]);
    const random = randomFrom(seed);
    const figures = {
      'kills of three clients': 0,
      'kills of a copy': 0,
      'stops of PostgreSQL': 0,
      'copies frozen': 0,
      [longest]: 0,
      ...killFigures(),
    };
    const broken = [];
    const attacks = {
      async client() {
        figures['kills of three clients'] += 1;
      },
      async copy() {
        figures['kills of a copy'] += 1;
        const at = Math.floor(random() * servers.length);
        await servers[at].end('SIGKILL');
        servers[at] = await start();
      },
      async database() {
        figures['stops of PostgreSQL'] += 1;
        await database.kill();
        await database.start();
        await pause(random() * 100);
      },
      async frozen(scopes) {
        figures['copies frozen'] += 1;
        const at = Math.floor(random() * servers.length);
        servers[at].freeze();
        try {
          const took = Math.round(await longestWrite(memory, scopes));
          figures[longest] = Math.max(figures[longest], took);
          if (took > mostMs) broken.push(`a frozen copy kept others out for ${took} ms`);
        } finally {
          await servers[at].end('SIGKILL');
        }
        servers[at] = await start();
      },
    };
    try {
      for (let round = 0; round < rounds; round++) {
        const writers = await Promise.all(
          Array.from({ length: lanes }, async (_, lane) => {
            const scope = `w${round}-${lane}`;
            const { key } = await keys.create({ scope });
            const { url } = servers[lane % servers.length];
            const aim = aims[Math.floor(random() * aims.length)];
            const own = seed * 1_000_003 + round * lanes + lane;
            return { scope, writer: startWriter(`${url}#${key}`, { scope, seed: own, aim }) };
          }),
        );
        await Promise.all(writers.map(({ writer }) => writer.untilSaid('ready')));
        await pause(random() * 400);
        await attacks[victims[round % victims.length]](writers.map(({ scope }) => scope));
        for (const { writer } of writers) writer.child.kill('SIGKILL');
        for (const { scope, writer } of writers) {
          const code = await writer.ended;
          const { seen, reports } = await compareTwice(memory, { scope, text: writer.text() });
          if (code !== null && code !== cutOff && !reports.erased)
            seen.wrong.push(`the writer ended with ${code}`);
          if (!writer.text().includes('ready')) seen.wrong.push('the writer did not begin');
          countReports({ figures, broken }, { scope, reports, seen });
        }
        const halves = await faultsOf(backend);
        figures['half written'] += halves.length;
        broken.push(...halves.map((fault) => `round ${round}: ${fault}`));
        progress(round + 1);
      }
    } finally {
      await Promise.allSettled(servers.map((server) => server.end()));
      await memory.close();
      await database.stop();
    }
    return { figures, broken };
  },
};

/** The longest of a write to each scope, in ms. Nothing of it is left. */
async function longestWrite(memory, scopes) {
  const times = await Promise.all(
    scopes.map(async (name) => {
      const scope = memory.scope(name);
      const started = performance.now();
      const { id } = await scope.store(
        { content: 'Written meanwhile' },
        { onConflict: 'keepBoth' },
      );
      const took = performance.now() - started;
      await scope.delete(id);
      return took;
    }),
  );
  return Math.max(...times);
}
