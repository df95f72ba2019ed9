import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { repositoryRoot } from '../cli/mneme.ts';

const text = readFileSync(`${repositoryRoot}docker-compose.yml`, 'utf8');

/** A part of the file under a key at the beginning of a line. */
function section(key: string): string {
  return new RegExp(`^${key}.*\n((?:  .*\n|\n)*)`, 'm').exec(text)?.[1] ?? '';
}

/** The lines of each service, with those of the anchor that it takes over. */
const services = new Map(
  section('services:')
    .split(/^ {2}(?=\S)/m)
    .filter((part) => /^[\w-]+:\n/.test(part))
    .map((part) => [
      part.slice(0, part.indexOf(':')),
      part + (part.includes('<<: *mneme') ? section('x-mneme: &mneme') : ''),
    ]),
);

const profileOf = (service: string) =>
  /^ +profiles: \[(\w+)\]$/m.exec(services.get(service) ?? '')?.[1];

describe('docker-compose.yml', () => {
  it('starts with a profile only the services that it is for', () => {
    const profiles = Map.groupBy(services.keys(), profileOf);
    expect(Object.fromEntries(profiles)).toEqual({
      sqlite: ['mneme'],
      qdrant: ['qdrant'],
      postgres: ['postgres', 'mneme-postgres', 'balance'],
    });
  });

  it('limits memory and processes of every service, and what the server may do', () => {
    for (const [name, lines] of services) {
      expect(lines, name).toMatch(/^ +mem_limit: \d+[mg]$/m);
      expect(lines, name).toMatch(/^ +pids_limit: \d+$/m);
      if (!lines.includes('build: .')) continue;
      expect(lines, name).toMatch(/^ +read_only: true$/m);
      expect(lines, name).toMatch(/^ +cap_drop: \[ALL\]$/m);
      expect(lines, name).toContain('no-new-privileges:true');
      expect(lines, name).toMatch(/^ +stop_grace_period: 10s$/m);
    }
  });

  it('lets the balancer name the client, and the servers behind it believe it', () => {
    expect(text).toContain('proxy_set_header X-Forwarded-For $$proxy_add_x_forwarded_for;');
    expect(services.get('mneme-postgres')).toContain('--trusted-proxy=');
  });
});

describe('the Dockerfile', () => {
  it('runs as a user without privileges, and says whether it is ready', () => {
    const lines = readFileSync(`${repositoryRoot}Dockerfile`, 'utf8').split('\n');
    const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')));
    expect(last.filter((line) => line.startsWith('USER '))).toEqual(['USER node']);
    expect(last.join('\n')).toMatch(/^HEALTHCHECK [^\n]*\\\n.*readyz/m);
  });
});
