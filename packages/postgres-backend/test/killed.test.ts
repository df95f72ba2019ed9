import { describe, it } from 'vitest';
import { whyNoBinary } from '../../../tools/postgres-server.mjs';
import { killAgainAndAgain } from './killed.ts';

const reason = whyNoBinary();

describe.skipIf(reason)(`PostgreSQL under kills${reason ? ` [skipped: ${reason}]` : ''}`, () => {
  it('loses no acknowledged write and leaves no partial one, whether a writer or the server is killed', () =>
    killAgainAndAgain({ clients: 2, servers: 4 }));
});
