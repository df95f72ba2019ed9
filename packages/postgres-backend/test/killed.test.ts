import { describe, it } from 'vitest';
import { whyNoBinary } from '../../../tools/postgres-server.mjs';
import { killAgainAndAgain } from './killed.ts';

const reason = whyNoBinary();

describe.skipIf(reason)(`PostgreSQL under kills${reason ? ` [skipped: ${reason}]` : ''}`, () => {
  it('loses nothing that was acknowledged, whoever is killed, and nothing is half there', () =>
    killAgainAndAgain({ clients: 2, servers: 4 }));
});
