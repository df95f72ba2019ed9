import { execFileSync } from 'node:child_process';
import { chownSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { MnemeError } from '@mneme/core';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type OwnPostgresServer,
  startPostgres,
  whyNoBinary,
} from '../../../tools/postgres-server.mjs';
import { openBackend, parseStoreAddress } from '../../runtime/src/store-address.ts';
import { now } from './records.ts';

const reason = whyNoBinary();

describe.skipIf(reason)(`PostgreSQL addresses${reason ? ` [skipped: ${reason}]` : ''}`, () => {
  let server: OwnPostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.stop());

  async function open(address: string): Promise<void> {
    const backend = await openBackend(parseStoreAddress(address));
    try {
      await backend.open({});
      expect((await backend.stats(undefined, now)).current).toBe(0);
    } finally {
      await backend.close();
    }
  }

  it('the folder of a socket is a host, with and without a user in front', async () => {
    const socket = `host=${server.folder}&port=${server.port}`;
    await open(`postgresql:///mneme?user=mneme&${socket}`);
    await open(`postgres://mneme@/mneme?${socket}&schema=other`);
    const encoded = encodeURIComponent(server.folder);
    await open(`postgres://mneme@${encoded}:${server.port}/mneme`);
    const wrong = open(`postgres://nobody@/mneme?${socket}`);
    await expect(wrong).rejects.toThrow(`PostgreSQL at ${server.folder}/mneme, schema mneme`);
  });

  it('a root certificate is a file of the address: it is verified, and named at once if it is missing', async () => {
    const key = join(server.folder, 'server.key');
    const root = join(server.folder, 'server.crt');
    execFileSync(
      'openssl',
      [
        ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
        ...['-days', '2', '-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'],
        ...['-keyout', key, '-out', root],
      ],
      { stdio: 'pipe' },
    );
    const { uid, gid } = statSync(server.folder);
    for (const file of [key, root]) chownSync(file, uid, gid);
    const client = new pg.Client({ connectionString: server.adminUrl });
    await client.connect();
    for (const setting of [
      'ssl TO on',
      `ssl_key_file TO '${key}'`,
      `ssl_cert_file TO '${root}'`,
    ].reverse())
      await client.query(`ALTER SYSTEM SET ${setting}`);
    await client.query('SELECT pg_reload_conf()');
    await client.end();
    await open(`${server.url}?sslmode=verify-full&sslrootcert=${root}`);
    const missing = open(`${server.url}?sslmode=verify-full&sslrootcert=${root}.gone`);
    const failure = await missing.catch((error: unknown) => error);
    expect(MnemeError.isInstance(failure) && failure.code, String(failure)).toBe('unavailable');
    expect(String(failure)).toContain(`${root}.gone`);
  });

  it.each(['postgres://host', 'postgres://host/', 'postgres:mneme', 'postgresql://'])(
    '%s is refused with the forms of an address',
    (address) => {
      expect(() => parseStoreAddress(address)).toThrow(/postgres:\/\/mneme@127\.0\.0\.1\/mneme/);
    },
  );
});
