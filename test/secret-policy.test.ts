import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { attachStores, directory, fileMemoryTool, memoryTools } from '@mneme/agent';
import type { Memory, SecretPolicy } from '@mneme/core';
import { readSecretPolicy } from '@mneme/core/faces';
import { openMemory as openByAddress, readEnvironment } from '@mneme/runtime';
import { Keys, listen, memoryKeys } from '@mneme/server';
import { afterEach, describe, expect, it } from 'vitest';
import { openMemory } from './memory.ts';

/** Made at run time, so that no scanner takes this file for a leak. */
const key = ['AKIA', 'Q2VB7NMX', '4TRWZ1KD'].join('');
const card = [4539, 1488, 343, 6467].map((group) => String(group).padStart(4, '0')).join('');

let memory: Memory | undefined;

afterEach(async () => {
  await memory?.close();
  memory = undefined;
});

async function scopeWith(secrets?: SecretPolicy) {
  memory = await openMemory(secrets ? { secrets } : {});
  return memory.scope('ada');
}

async function kept(secrets: SecretPolicy, content: string) {
  const ada = await scopeWith(secrets);
  const { id } = await ada.store({ content });
  return (await ada.get(id))?.content;
}

describe('a policy by kind', () => {
  it('masks one kind and refuses the others', async () => {
    const ada = await scopeWith({ kinds: { card_number: 'mask' } });
    const { id, masked } = await ada.store({ content: `My card is ${card}` });
    expect(masked).toEqual(['card_number']);
    expect((await ada.get(id))?.content).toBe('My card is [card_number removed]');
    await expect(ada.store({ content: `My card is ${card} and ${key}` })).rejects.toMatchObject({
      code: 'secret_refused',
    });
  });

  it('allows one kind and masks the others', async () => {
    const policy: SecretPolicy = { default: 'mask', kinds: { iban: 'allow' } };
    const text = `pay DE89370400440532013000 with ${key}`;
    expect(await kept(policy, text)).toBe('pay DE89370400440532013000 with [api_key removed]');
  });
});

describe('turns of conversations', () => {
  const turn = { speaker: 'user', content: `I live in Porto. My key is ${key}.` };

  it('are masked by default, and what they say besides is learned', async () => {
    const ada = await scopeWith();
    const { masked } = await ada.episodes.append([turn], { session: 'talk' });
    expect(masked).toEqual(['api_key']);
    const { memories } = await ada.list({ kinds: ['episode', 'fact'] });
    expect(memories.map(({ content }) => content).sort()).toEqual([
      'I live in Porto.',
      'I live in Porto. My key is [api_key removed].',
    ]);
    await expect(ada.store({ content: turn.content })).rejects.toMatchObject({
      code: 'secret_refused',
    });
  });

  it('are refused if the policy says so', async () => {
    const ada = await scopeWith('reject');
    await expect(ada.episodes.append([turn], { session: 'talk' })).rejects.toMatchObject({
      code: 'secret_refused',
    });
  });
});

describe('personal data', () => {
  const letter =
    'Ada, ada.l@example.com, +49 30 9018 2000, lives at 12 Rose Street; (415) 555-0132 at work';

  it('is allowed by every single action', async () => {
    for (const action of ['reject', 'mask', 'allow'] as const) {
      expect(await kept(action, letter)).toBe(letter);
      await memory?.close();
    }
  });

  it('is masked for the kinds that a policy names', async () => {
    const kinds = { email: 'mask', phone: 'mask', address: 'mask' } as const;
    expect(await kept({ kinds }, letter)).toBe(
      'Ada, [email removed], [phone removed], lives at [address removed]; [phone removed] at work',
    );
  });

  it.each([
    ['phone', 'ruf an: 030 / 901820'],
    ['phone', '我的手机13812345678'],
    ['phone', 'my phone number is 415-555-0132'],
    ['address', 'Sie wohnt Lindenstraße 12a, Berlin'],
    ['address', 'il habite 12 rue de la Paix'],
    ['address', 'Calle Mayor 12, Madrid'],
    ['address', '我住在建国路88号1201室'],
    ['email', '邮箱ada_l@example.co.uk，谢谢'],
  ] as const)('finds the %s in %s', async (kind, text) => {
    expect(await kept({ kinds: { [kind]: 'mask' } }, text)).toContain(`[${kind} removed]`);
  });

  it.each([
    'on 2026-03-01 at 10:30, version 1.2.3, 192.168.178.1',
    'order 114-3941689-8772232, total 1,234,567.89, ISBN 978-3-16-148410-0',
    'pages 12-34, 48.39634564705193, room 4821, 12 Rose bushes',
    'npm i @scope/package@1.2.3 and git@github.com',
    '550e8400-e29b-41d4-a716-446655440000',
  ])('is not found in other numbers: %s', async (text) => {
    const kinds = { phone: 'mask', address: 'mask' } as const;
    expect(await kept({ kinds }, text)).toBe(text);
  });
});

describe('a policy in one line', () => {
  it('is one action, or a list with actions of single kinds', () => {
    expect(readSecretPolicy('mask', 'secrets')).toBe('mask');
    expect(readSecretPolicy('reject, card_number=mask,email=mask', 'secrets')).toEqual({
      default: 'reject',
      kinds: { card_number: 'mask', email: 'mask' },
    });
  });

  it.each(['hide', 'card=mask', 'mask,iban=', ''])('refuses %j', (text) => {
    expect(() => readSecretPolicy(text, 'secrets')).toThrow(/^secrets has/);
  });

  it('comes from MNEME_SECRETS if there is no option', async () => {
    const environment = readEnvironment({ MNEME_SECRETS: 'reject,card_number=mask' });
    const opened = await openByAddress({ db: ':memory:', environment });
    const { masked } = await opened.memory.scope('a').store({ content: `card ${card}` });
    expect(masked).toEqual(['card_number']);
    await opened.close();
    const other = await openByAddress({ db: ':memory:', environment, secrets: 'reject' });
    const refused = other.memory.scope('a').store({ content: `card ${card}` });
    await expect(refused).rejects.toMatchObject({ code: 'secret_refused' });
    await other.close();
  });
});

describe('a refusal', () => {
  const libraryAdvice = /secrets: '|open the memory/;

  it('names the option to callers of the library', async () => {
    const ada = await scopeWith();
    await expect(ada.store({ content: key })).rejects.toThrow(libraryAdvice);
  });

  it('tells a model to leave the secret out, for any field', async () => {
    const ada = await scopeWith();
    const tools = memoryTools(ada);
    const input = { content: 'Tea', category: 'user_preference', importance: 3 };
    const store = await ada.stores.open('files', { create: true });
    const files = fileMemoryTool(store);
    const session = await attachStores([{ store, access: 'read_write' }]);
    const attached = { store: 'files', path: '/a.md', content: key };
    const folder = mkdtempSync(join(tmpdir(), 'mneme-policy-'));
    const onDisk = fileMemoryTool(directory(folder));
    const create = { command: 'create', path: '/memories/a.md', file_text: key } as const;
    const said = (run: Promise<unknown>) =>
      run.then(
        () => 'nothing',
        (error) => String(error),
      );
    const answers = [
      (await tools.handle('memory_store', { ...input, content: key })).content,
      (await tools.handle('memory_store', { ...input, tags: [key] })).content,
      (await session.handle('memory_write', attached)).content,
      await said(files.create(create)),
      await said(onDisk.create(create)),
      await said(onDisk.create({ ...create, file_text: 'x', path: `/memories/${key}.md` })),
    ];
    rmSync(folder, { recursive: true });
    for (const answer of answers) {
      expect(answer).toMatch(/looks like a secret/);
      expect(answer).toMatch(/leave it out/);
      expect(answer).not.toMatch(libraryAdvice);
      expect(answer).not.toContain(key);
    }
  });

  it('does not name library options to clients of the server', async () => {
    await scopeWith();
    const keys = new Keys(memoryKeys());
    const server = await listen({ memory: memory as Memory, keys, port: 0 });
    const { key: apiKey } = await keys.create({ scope: 'ada' });
    const answer = await fetch(`${server.url}/v1/mneme/memories`, {
      method: 'POST',
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ content: `use ${key}` }),
    });
    const body = await answer.text();
    await server.close();
    expect(answer.status).toBe(400);
    expect(body).toMatch(/content contains what looks like a secret \(api_key\): remove it/);
    expect(body).not.toMatch(libraryAdvice);
  });
});
