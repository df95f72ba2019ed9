import { describe, it } from 'vitest';
import { whyNoBinary } from '../../../tools/postgres-server.mjs';
import { killAgainAndAgain } from './killed.ts';

const reason = whyNoBinary();

describe.skipIf(reason)(`PostgreSQL under kills${reason ? ` [skipped: ${reason}]` : ''}`, () => {
  it(
    'loses nothing in 200 kills of writers and of the server',
    () => killAgainAndAgain({ clients: 60, servers: 140 }),
    1_800_000,
  );
});
