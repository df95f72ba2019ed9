import { createMemory, type Memory } from '@mneme/core';
import { staticEmbedder } from '@mneme/embedders';
import { createApp, Keys, memoryKeys } from '@mneme/server';
import { sqliteBackend } from '@mneme/sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createInspector, type Inspector } from '../src/index.ts';

let memory: Memory;
let keys: Keys;
let inspector: Inspector;
let app: ReturnType<typeof createApp>;

beforeEach(async () => {
  memory = await createMemory({
    backend: sqliteBackend({ path: ':memory:' }),
    embedder: staticEmbedder(),
  });
  keys = new Keys(memoryKeys());
  await memory.scope('ada').store({ content: 'Ada likes green tea', category: 'user_preference' });
  await memory.scope('eve').store({ content: 'Eve likes black tea' });
  inspector = createInspector({ memory, base: '/inspector', allowedHosts: ['memory.example.com'] });
  app = createApp({
    memory,
    keys,
    inspector: inspector.answer,
    onRefused: inspector.noteRefusal,
    allowedHosts: ['memory.example.com'],
    limits: { wrongKeysPerMinute: 3 },
  });
});
afterEach(async () => {
  await inspector.close();
  await memory.close();
});

const origin = 'http://localhost:8787';

function send(path: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  return app.request(origin + path, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(fields).toString(),
  });
}

/** The secret of the forms of a page. */
async function tokenOf(path: string, cookie: string): Promise<string> {
  const page = await (await app.request(origin + path, { headers: { cookie } })).text();
  return /name="token" value="([^"]+)"/.exec(page)?.[1] ?? '';
}

async function signIn(key: string): Promise<string> {
  const response = await send('/inspector/login', { key, next: '/inspector/ask?q=tea' });
  expect([response.status, response.headers.get('location')]).toEqual([
    303,
    '/inspector/ask?q=tea',
  ]);
  return response.headers.get('set-cookie')?.split(';')[0] as string;
}

it('a key signs in and shows only its scope', async () => {
  const { key } = await keys.create({ scope: 'ada' });
  expect((await app.request(`${origin}/inspector/`)).status).toBe(401);
  const cookie = await signIn(key);
  const show = async (path: string) =>
    (await app.request(origin + path, { headers: { cookie } })).text();
  expect(await show('/inspector/browse')).toContain('Ada likes green tea');
  expect(await show('/inspector/browse?scope=eve')).not.toContain('Eve');
  expect(await show('/inspector/scopes')).not.toContain('eve');
  expect(await show('/inspector/attention')).not.toContain('On disk');
});

it('a wrong key is refused, and guessing is slowed down', async () => {
  const statuses: string[] = [];
  for (let index = 0; index < 5; index++) {
    const response = await send('/inspector/login', { key: `mneme-wrong-${index}` });
    expect([response.status, response.headers.get('set-cookie')]).toEqual([401, null]);
    statuses.push((await response.text()).includes('Too many wrong keys') ? 'slow' : 'wrong');
  }
  expect(statuses).toEqual(['wrong', 'wrong', 'wrong', 'slow', 'slow']);
});

it('revoking a key ends its session with the next request', async () => {
  const { key, id } = await keys.create({ scope: 'ada' });
  const cookie = await signIn(key);
  await keys.revoke(id);
  expect((await app.request(`${origin}/inspector/browse`, { headers: { cookie } })).status).toBe(
    401,
  );
});

it('a read_only key changes nothing', async () => {
  const { key } = await keys.create({ scope: 'ada', access: 'read_only' });
  const cookie = await signIn(key);
  const page = await app.request(`${origin}/inspector/attention`, { headers: { cookie } });
  expect(await page.text()).not.toContain('Erase for good');
  expect((await send('/inspector/attention/erase', { name: 'ada' }, { cookie })).status).toBe(403);
  expect(await memory.scopes()).toContain('ada');
});

it('a change is recorded with its key, and a user can sign out', async () => {
  const { key, id } = await keys.create({ scope: 'ada' });
  const cookie = await signIn(key);
  const { memories } = await memory.scope('ada').list();
  const path = `/inspector/memory/${memories[0]?.id}`;
  const token = await tokenOf(path, cookie);
  const done = await send(`${path}/edit`, { token, version: '1', importance: '5' }, { cookie });
  expect(done.status).toBe(303);
  const [line] = await memory.audit({ scope: 'ada', limit: 1 });
  expect(line).toMatchObject({ action: 'update', actor: `key:${id}` });
  await send('/inspector/logout', { token }, { cookie });
  expect((await app.request(`${origin}/inspector/browse`, { headers: { cookie } })).status).toBe(
    401,
  );
});

it('a change of the text alone keeps tags, also those with commas', async () => {
  const { key } = await keys.create({ scope: 'ada' });
  const cookie = await signIn(key);
  const ada = memory.scope('ada');
  const { id } = await ada.store({
    content: 'Ada flies to Porto.',
    tags: ['Porto, Portugal', 'b'],
  });
  const path = `/inspector/memory/${id}`;
  const token = await tokenOf(path, cookie);
  const form = { token, version: '1', content: 'Ada flies to Faro.', tags: 'Porto, Portugal, b' };
  expect((await send(`${path}/edit`, form, { cookie })).status).toBe(303);
  expect(await ada.get(id)).toMatchObject({
    content: 'Ada flies to Faro.',
    tags: ['Porto, Portugal', 'b'],
  });
  await send(`${path}/edit`, { ...form, version: '2', tags: 'c, d' }, { cookie });
  expect(await ada.get(id)).toMatchObject({ tags: ['c', 'd'] });
});

it('an undo that fails is not called undone', async () => {
  const cookie = await signIn((await keys.create({ scope: 'ada' })).key);
  const { id } = await memory.scope('ada').store({ content: 'Ada flies to Porto.' });
  const path = `/inspector/memory/${id}`;
  const token = await tokenOf(path, cookie);
  await send(`${path}/edit`, { token, version: '1', importance: '5' }, { cookie });
  await tokenOf(path, cookie); // The page that offers the undo.
  await memory.scope('ada').delete(id);
  const failed = await send('/inspector/undo', { token }, { cookie });
  expect(failed.status).toBe(404);
  expect(await failed.text()).not.toContain('Undone');
});

describe('what another has written since', () => {
  const ada = () => memory.scope('ada');
  let cookie: string;
  let token: string;
  let id: string;
  beforeEach(async () => {
    cookie = await signIn((await keys.create({ scope: 'ada' })).key);
    ({ id } = await ada().store({ content: 'Ada lives in Porto.' }));
    token = await tokenOf(`/inspector/memory/${id}`, cookie);
  });
  const act = (path: string, fields: Record<string, string> = {}) =>
    send(`/inspector${path}`, { token, ...fields }, { cookie });
  const shown = async () =>
    (await app.request(`${origin}/inspector/browse`, { headers: { cookie } })).text();

  it('is not removed as the history of a memory whose deletion waits', async () => {
    await act(`/memory/${id}/delete`, { version: '1' });
    const earlier = { content: 'Ada lives in Lisbon.', occurredAt: '2020-01-01' };
    const { id: older } = await ada().store(earlier);
    await inspector.close(); // Carries it out.
    expect(await ada().get(older)).toBeDefined();
    expect(await ada().get(id, { includeExpired: true })).toBeUndefined();
  });

  it('cannot be about a memory whose deletion waits: it is gone for all others at once', async () => {
    await act(`/memory/${id}/delete`, { version: '1' });
    expect(await ada().get(id)).toBeUndefined();
    await expect(ada().update(id, { content: 'Ada lives in Faro.' })).rejects.toMatchObject({
      code: 'not_found',
    });
    const { id: again } = await ada().store({ content: 'Ada lives in Porto.' });
    await inspector.close();
    expect(await ada().get(again)).toBeDefined();
  });

  it('is not removed by a deletion of what its reader did not see', async () => {
    await ada().update(id, { importance: 5 });
    expect((await act(`/memory/${id}/delete`, { version: '1' })).status).toBe(409);
    await inspector.close();
    expect(await ada().get(id)).toBeDefined();
  });

  it('is not overwritten by the undo of a change', async () => {
    await act(`/memory/${id}/edit`, { version: '1', content: 'Ada lives in Faro.' });
    await ada().update(id, { content: 'Ada lives in Braga.' });
    const response = await act('/undo');
    expect(response.status).toBe(303);
    expect(await ada().get(id)).toMatchObject({ content: 'Ada lives in Braga.' });
    expect(await shown()).toContain('so nothing was undone');
  });

  it('is not replaced by the undo of a restored text', async () => {
    const { replaced = '' } = await ada().update(id, { content: 'Ada lives in Faro.' });
    await act(`/memory/${replaced}/restore`);
    await ada().update(replaced, { content: 'Ada lives in Braga.' });
    await act('/undo');
    expect(await ada().get(replaced)).toMatchObject({ content: 'Ada lives in Braga.' });
    expect((await ada().get(replaced))?.supersededBy).toBeUndefined();
  });

  it('does not matter if nothing was written: deletion and undo do their work', async () => {
    await act(`/memory/${id}/edit`, { version: '1', content: 'Ada lives in Faro.' });
    await act('/undo');
    expect(await ada().get(id)).toMatchObject({ content: 'Ada lives in Porto.' });
    const { replaced = '' } = await ada().update(id, { content: 'Ada lives in Braga.' });
    await act(`/memory/${replaced}/restore`);
    await ada().retrieve('Where does Ada live?');
    await act('/undo');
    expect((await ada().get(replaced))?.supersededBy).toBeDefined();
    await act(`/memory/${id}/delete`);
    await ada().retrieve('Where does Ada live?');
    await inspector.close();
    expect(await ada().get(id)).toBeUndefined();
  });
});

it('no answer with data may be stored by a cache, receipts included', async () => {
  const cookie = await signIn((await keys.create({ scope: 'ada' })).key);
  const token = await tokenOf('/inspector/attention', cookie);
  const erased = await send('/inspector/attention/erase', { token, name: 'ada' }, { cookie });
  expect(erased.status).toBe(303);
  const receipt = erased.headers.get('location') ?? '';
  const file = receipt.replace('?', '/file?');
  for (const path of [receipt, file, '/inspector/browse', '/inspector/alive']) {
    const { status, headers } = await app.request(origin + path, { headers: { cookie } });
    expect([path, status < 300, headers.get('cache-control')]).toEqual([path, true, 'no-store']);
    expect(headers.get('content-security-policy'), path).toContain("default-src 'none'");
  }
});

it('the history of a memory comes in pages of ten versions, newest first', async () => {
  const cookie = await signIn((await keys.create({ scope: 'ada' })).key);
  const ada = memory.scope('ada');
  const { id } = await ada.store({ content: 'The count is 0.' });
  for (let count = 1; count < 25; count++)
    await ada.update(id, { content: `The count is ${count}.` });
  const seen: number[] = [];
  let path: string | undefined = `/inspector/memory/${id}`;
  while (path !== undefined) {
    const page = await (await app.request(origin + path, { headers: { cookie } })).text();
    const history = /<ol class="history">(.*?)<\/ol>\s*(.*?)<\/section>/s.exec(page);
    const texts = (history?.[1] ?? '').split('<li').slice(1);
    expect(texts.length).toBeLessThanOrEqual(10);
    for (const text of texts) seen.push(Number(/(\d+)(?:<\/ins>)?\.<\/p>/.exec(text)?.[1]));
    path = /href="([^"]*from=[^"]*)"/.exec(history?.[2] ?? '')?.[1]?.replaceAll('&amp;', '&');
  }
  expect(seen).toEqual(Array.from({ length: 25 }, (_, at) => 24 - at));
});

it('a search for what expires soon finds it behind better hits', async () => {
  const cookie = await signIn((await keys.create({ scope: 'ada' })).key);
  const ada = memory.scope('ada');
  const cups = Array.from({ length: 40 }, (_, at) => ({ content: `Tea, tea: cup ${at}` }));
  await ada.storeMany(cups, { onConflict: 'keepBoth' });
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
  await ada.store({ content: 'A voucher for the tea shop beside the old harbour', expiresAt });
  const query = 'q=tea&kind=all&expiring=1';
  const page = await app.request(`${origin}/inspector/browse?${query}`, { headers: { cookie } });
  expect(await page.text()).toContain('voucher');
});

it('a document keeps its line ends when it is edited', async () => {
  const cookie = await signIn((await keys.create({ scope: 'ada' })).key);
  const store = await memory.scope('ada').stores.open('notes', { create: true });
  for (const end of ['\n', '\r\n']) {
    const path = `/with-${end.length}.txt`;
    const { contentSha256: sha } = await store.create({ path, content: `a${end}b${end}` });
    const token = await tokenOf(`/inspector/documents?path=${path}`, cookie);
    const form = { token, store: store.id, path, sha, content: 'a\r\nc\r\n' };
    expect((await send('/inspector/documents/save', form, { cookie })).status).toBe(303);
    expect((await store.read(path))?.content).toBe(`a${end}c${end}`);
  }
});

it('the configured host name of a proxy is accepted, and others are refused', async () => {
  const { key } = await keys.create({ scope: 'ada' });
  const proxied = { origin: 'https://memory.example.com', 'x-forwarded-proto': 'https' };
  const response = await send('/inspector/login', { key }, proxied);
  expect(response.headers.get('set-cookie')).toContain('Secure');
  for (const headers of [{ origin: 'https://evil.example' }, { origin: 'http://localhost:3000' }])
    expect((await send('/inspector/login', { key }, headers)).status).toBe(403);
  expect((await app.request('http://evil.example/inspector/')).status).toBe(403);
});

it('shows what the REST API refused because of a secret, without the secret', async () => {
  const { key } = await keys.create({ scope: 'ada' });
  const cookie = await signIn(key);
  const refused = await app.request(`${origin}/v1/mneme/memories`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ content: 'Her card is 4111 1111 1111 1111' }),
  });
  expect(refused.status).toBe(400);
  const page = await (
    await app.request(`${origin}/inspector/attention`, { headers: { cookie } })
  ).text();
  expect(page).toContain('card_number');
  expect(page).not.toContain('4111');
});
