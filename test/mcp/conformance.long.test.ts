import { spawn } from 'node:child_process';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ended, mneme, Workplace } from '../cli/mneme.ts';
import { serve } from '../cli/serving.ts';
import { installedProgram } from './installed-program.ts';

const suite = installedProgram('@modelcontextprotocol/conformance', '0.2.0-alpha.12');
const place = new Workplace();
afterAll(() => place.remove());

/** Scenarios that need tools, prompts and resources made only for the suite. */
const needsFixtures = [
  'server-stateless',
  'completion-complete',
  ...[
    'simple-text',
    'image',
    'audio',
    'embedded-resource',
    'mixed-content',
    'error',
    'with-progress',
  ].map((name) => `tools-call-${name}`),
  'resources-read-text',
  'resources-read-binary',
  'resources-templates-read',
  ...['simple', 'with-args', 'embedded-resource', 'with-image'].map(
    (name) => `prompts-get-${name}`,
  ),
  ...[
    'basic-elicitation',
    'basic-sampling',
    'basic-list-roots',
    'request-state',
    'multiple-input-requests',
    'multi-round',
    'missing-input-response',
    'ignore-extra-params',
    'non-tool-request',
    'result-type',
    'tampered-state',
    'capability-check',
  ].map((name) => `input-required-result-${name}`),
];

/** The suite sends no key, so this proxy adds one and changes nothing else. */
async function doorWithKey(url: string, key: string) {
  const door = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${key}` };
    const { port, hostname: host } = new URL(url);
    const onward = request(
      { host, port, path: incoming.url, method: incoming.method, headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  return { door, port: (door.address() as AddressInfo).port };
}

describe.skipIf(suite === undefined)('the official suite of the Model Context Protocol', () => {
  it('passes all scenarios that an ordinary server can pass', async () => {
    const db = place.path('served.db');
    const { key } = await place.json<{ key: string }>(mneme`keys create --scope ada --db ${db}`);
    const server = await serve(place, mneme`--db ${db}`);
    const { door, port } = await doorWithKey(server.url, key);
    const failing = place.write('expected.yml', [
      'server:',
      ...needsFixtures.map((name) => `  - ${name}`),
    ]);
    const child = spawn(
      process.execPath,
      [
        join(suite as string, 'dist/index.js'),
        'server',
        '--url',
        `http://127.0.0.1:${port}/mcp`,
        '--requirements',
        '2026-07-28',
        '--expected-failures',
        failing,
      ],
      { cwd: place.folder },
    );
    const { code, stdout, stderr } = await ended(child);
    door.close();
    door.closeAllConnections();
    await server.stop();
    expect(code, stdout.slice(-4000) + stderr.slice(-2000)).toBe(0);
    for (const scenario of [
      'tools-list',
      'resources-list',
      'prompts-list',
      'caching',
      'dns-rebinding-protection',
      'sep-2164-resource-not-found',
      'http-header-validation',
      'server-sse-multiple-streams',
      'input-required-result-validate-input',
    ])
      expect(stdout).toMatch(new RegExp(`✓ ${scenario}: [1-9]`));
  });
});
