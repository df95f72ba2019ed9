
import { createRequire } from 'node:module';
import { startPostgres } from '../tools/postgres-server.mjs';
import * as b from './postgres.mjs';
const pg = createRequire(new URL('../packages/postgres-backend/package.json', import.meta.url))('pg');
const server = await startPostgres();
const client = new pg.Client({ connectionString: server.url }); await client.connect();
await b.updateAgainstBare(server, client);
await b.storeManyAgainstBare(server, client, 3000);
await b.twoServers(server, 10);
await client.end(); await server.stop();
