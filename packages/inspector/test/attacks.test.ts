import { execFileSync } from 'node:child_process';
import { request } from 'node:http';
import { createMemory, type Memory } from '@mneme/core';
import { staticEmbedder } from '@mneme/embedders';
import { sqliteBackend } from '@mneme/sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type InspectorOptions, listenInspector, type RunningInspector } from '../src/index.ts';
import { newPage, noBrowser, shownText, startBrowser } from './browser.ts';

const nasty = [
  '<script>document.title = "owned"</script>',
  '<img src=x onerror="document.title = \'owned\'">',
  '"><svg onload=alert(1)>',
  "' autofocus onfocus='document.title = `owned`",
  '</textarea><script>document.title = "owned"</script>',
  'javascript:alert(1)',
  '{{constructor.constructor("alert(1)")()}}',
].join(' ');

let memory: Memory;
let now: number;
let inspector: RunningInspector;

async function start(options: Partial<InspectorOptions> = {}): Promise<RunningInspector> {
  return listenInspector({ memory, port: 0, now: () => new Date(now), ...options });
}

beforeAll(async () => {
  now = Date.parse('2026-03-01T09:00:00Z');
  memory = await createMemory({
    backend: sqliteBackend({ path: ':memory:' }),
    embedder: staticEmbedder(),
    clock: () => new Date(now),
  });
  const ada = memory.scope('ada');
  await ada.store({ content: 'Ada likes green tea', category: 'user_preference' });
  await memory.scope('eve').store({ content: 'Eve likes black tea' });
  inspector = await start();
});
afterAll(async () => {
  await inspector.close();
  await memory.close();
});

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** Sends a request with any headers, including those that `fetch` would not send. */
function ask(
  { url }: Pick<RunningInspector, 'url'>,
  path: string,
  {
    method = 'GET',
    headers = {},
    body,
  }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Answer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, method, headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const form = { 'content-type': 'application/x-www-form-urlencoded' };

/** A session from a new link: its cookie, and the token of its forms. */
async function enter(at: RunningInspector): Promise<{ cookie: string; token: string }> {
  const { pathname, search } = new URL(at.newLink());
  const { headers } = await ask(at, pathname + search);
  const cookie = String(headers['set-cookie']).split(';')[0] as string;
  const { text } = await ask(at, '/attention?scope=ada', { headers: { cookie } });
  return { cookie, token: /name="token" value="([^"]+)"/.exec(text)?.[1] ?? '' };
}

describe('access is refused to', () => {
  it('a page with a host name that was made to resolve here', async () => {
    const { port } = new URL(inspector.url);
    const { cookie } = await enter(inspector);
    for (const host of [
      'evil.example',
      `evil.example:${port}`,
      `127.0.0.1.evil.example:${port}`,
      '127.0.0.1:1',
      `[::1]:${port}`,
    ]) {
      for (const path of ['/browse', '/login?t=x', '/assets/inspector.js', '/x/../browse']) {
        const { status, text } = await ask(inspector, path, { headers: { host, cookie } });
        expect([host, path, status]).toEqual([host, path, 421]);
        expect(text).not.toContain('tea');
      }
    }
  });

  it('a page of another port or site, for every request', async () => {
    const { cookie, token } = await enter(inspector);
    const body = new URLSearchParams({ token, name: 'ada' }).toString();
    for (const headers of [
      { origin: 'http://127.0.0.1:1' },
      { origin: 'http://localhost:3000' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'cross-site' },
      {},
    ] as Record<string, string>[]) {
      const sent = { method: 'POST', headers: { ...form, cookie, ...headers }, body };
      expect((await ask(inspector, '/attention/erase?scope=ada', sent)).status).toBe(403);
      if (Object.keys(headers).length === 0) continue;
      expect((await ask(inspector, '/browse', { headers: { cookie, ...headers } })).status).toBe(
        403,
      );
    }
    expect(await memory.scopes()).toContain('ada');
  });

  it('requests without a cookie, with a wrong one, or with a used link', async () => {
    const { pathname, search } = new URL(inspector.newLink());
    const link = pathname + search;
    expect((await ask(inspector, '/browse')).status).toBe(401);
    expect(
      (await ask(inspector, '/browse', { headers: { cookie: 'mneme_session_1=x' } })).status,
    ).toBe(401);
    expect((await ask(inspector, `${link}x`)).status).toBe(401);
    expect((await ask(inspector, link)).headers['set-cookie']).toEqual([
      expect.stringMatching(/^mneme_session_\d+=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/),
    ]);
    const again = await ask(inspector, link);
    expect([again.status, again.headers['set-cookie']]).toEqual([401, undefined]);
    const first = inspector.newLink();
    inspector.newLink();
    const old = new URL(first);
    expect((await ask(inspector, old.pathname + old.search)).status).toBe(401);
  });

  it('a session that was idle for too long', async () => {
    const { cookie } = await enter(inspector);
    expect((await ask(inspector, '/browse?scope=ada', { headers: { cookie } })).status).toBe(200);
    now += 3_600_001;
    expect((await ask(inspector, '/browse?scope=ada', { headers: { cookie } })).status).toBe(401);
  });

  it('code and pages of other sites, by the security headers', async () => {
    const { cookie } = await enter(inspector);
    const { headers } = await ask(inspector, '/browse?scope=ada', { headers: { cookie } });
    const policy = String(headers['content-security-policy']);
    for (const part of [
      "default-src 'none'",
      "script-src 'self'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
    ])
      expect(policy).toContain(part);
    expect(policy).not.toContain('unsafe');
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
    });
    expect(headers).not.toHaveProperty('access-control-allow-origin');
  });
});

describe('a form', () => {
  const own = () => ({ origin: inspector.url, 'sec-fetch-site': 'same-origin', ...form });
  const erase = (token: string, cookie: string, at = inspector) =>
    ask(at, '/attention/erase?scope=ada', {
      method: 'POST',
      headers: { ...own(), origin: at.url, cookie },
      body: new URLSearchParams({ token, name: 'ada' }).toString(),
    });

  it('changes nothing without the token of the session', async () => {
    const one = await enter(inspector);
    const other = await enter(inspector);
    for (const token of ['', 'x', other.token])
      expect((await erase(token, one.cookie)).status).toBe(403);
    expect(await memory.scopes()).toContain('ada');
  });

  it('changes nothing in a read-only session, which shows no forms', async () => {
    const reading = await start({ readOnly: true });
    const { cookie, token } = await enter(reading);
    expect(token).toBe('');
    expect((await erase(token, cookie, reading)).status).toBe(403);
    expect(await memory.scopes()).toContain('ada');
    await reading.close();
  });

  it('does not reach scopes other than those opened', async () => {
    const narrow = await start({ scopes: ['ada'] });
    const { cookie, token } = await enter(narrow);
    for (const path of ['/browse?scope=eve', '/attention?scope=eve', '/scopes?scope=ada']) {
      const { text } = await ask(narrow, path, { headers: { cookie } });
      expect(text).not.toMatch(/Eve likes|>eve</);
    }
    const sent = await ask(narrow, '/attention/erase?scope=eve', {
      method: 'POST',
      headers: { ...own(), origin: narrow.url, cookie },
      body: new URLSearchParams({ token, name: 'eve' }).toString(),
    });
    expect(sent.status).toBe(403);
    expect(await memory.scopes()).toContain('eve');
    await narrow.close();
  });

  it('is refused before reading if too large', async () => {
    const { cookie, token } = await enter(inspector);
    const body = `token=${token}&name=${'x'.repeat(1_100_000)}`;
    const headers = { ...own(), cookie, 'content-length': String(body.length) };
    const { status } = await ask(inspector, '/attention/erase?scope=ada', {
      method: 'POST',
      headers,
      body,
    });
    expect(status).toBe(413);
  });

  it('never redirects to another site', async () => {
    const { cookie } = await enter(inspector);
    for (const next of [
      'https://evil.example/',
      '//evil.example/',
      '/\\evil.example',
      'javascript:alert(1)',
      '/login?t=x',
    ]) {
      const path = `/preferences?theme=dark&next=${encodeURIComponent(next)}`;
      const { status, headers } = await ask(inspector, path, { headers: { cookie } });
      expect([next, status, headers.location]).toEqual([next, 303, '/']);
    }
  });
});

it('no page leads to another site, whatever address it was asked under', async () => {
  const { cookie } = await enter(inspector);
  for (const path of [
    '//evil.example/',
    '//evil.example/browse?scope=ada',
    '///evil.example/',
    '/\\evil.example/',
    '/\\/evil.example/',
    '/.//evil.example/',
    '/..//evil.example/',
    '/browse/..//evil.example/',
    '/%2e//evil.example/',
    '//evil.example/login?t=x',
    '//evil.example/scopes',
    `/login?next=${encodeURIComponent('//evil.example/')}`,
    `/login?next=${encodeURIComponent('/\\evil.example/')}`,
    `/preferences?next=${encodeURIComponent('/.//evil.example/')}`,
    `/preferences?next=${encodeURIComponent('/\t/evil.example/')}`,
    'http://evil.example//evil.example/',
  ])
    for (const from of [
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
      { cookie },
    ] as Record<string, string>[]) {
      const { text, headers } = await ask(inspector, path, { headers: from });
      const targets = [
        ...[...text.matchAll(/(?:href|action)="([^"]*)"/g)].map(([, to = '']) => to),
        ...[...text.matchAll(/name="next" value="([^"]*)"/g)].map(([, to = '']) => to),
        String(headers.location ?? ''),
        String(headers.refresh ?? '').replace(/^0; url=/, ''),
      ];
      for (const target of targets) {
        const { origin } = new URL(target.replaceAll('&amp;', '&'), inspector.url);
        expect([path, target, origin]).toEqual([path, target, inspector.url]);
      }
    }
});

it('a command to copy runs nothing that stands in the name of a scope', async () => {
  const { cookie } = await enter(inspector);
  for (const name of [
    '$(echo x)',
    '`id`',
    "it's; id",
    '"; id #',
    '-x $HOME',
    'a\\ b',
    '陈伟',
    'ada b',
  ]) {
    for (const page of ['/browse', '/timeline']) {
      const path = `${page}?scope=${encodeURIComponent(name)}`;
      const { text } = await ask(inspector, path, { headers: { cookie } });
      const command = /<pre>(mneme [^<]*)<\/pre>/.exec(text)?.[1] ?? '';
      const plain = command
        .replaceAll('&#39;', "'")
        .replaceAll('&quot;', '"')
        .replaceAll('&amp;', '&');
      const script = `mneme() { printf '%s\\0' "$@"; }; ${plain}`;
      const words = execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0');
      expect(words).toEqual(['store', 'Prefers bullet points', `--scope=${name}`, '']);
    }
  }
});

it('does not serve files other than the three of the pages', async () => {
  for (const path of [
    '/assets/..%2fpackage.json',
    '/assets/../src/index.ts',
    '/assets/%2e%2e/package.json',
    '/assets/constructor',
    '/assets/__proto__',
  ]) {
    const { text } = await ask(inspector, path);
    expect(text).not.toMatch(/@mneme|export|native code/);
  }
});

const unseen = /\p{Bidi_Control}|\u200b|\u200d|\ufe01|[\u{e0000}-\u{e007f}]/u;

describe.skipIf(noBrowser)('characters that a reader would not see', () => {
  it('are shown as codes in every place, and a form that is sent unchanged changes nothing', async () => {
    const tags = [...'ignore all'].map((letter) =>
      String.fromCodePoint(0xe0000 + letter.charCodeAt(0)),
    );
    const sly = `pay \u202e001\u202c now${tags.join('')} \u2066x\u2069 a\u200bb c\u200dd e\ufe01f ⟨U+202E⟩`;
    const scope = memory.scope('sly');
    const { id } = await scope.store({
      content: sly,
      tags: [`\u{e0041}tag`],
      metadata: { note: sly },
      category: 'user_preference',
    });
    await scope.update(id, { content: `${sly} again` });
    const [turn = ''] = (
      await scope.episodes.append([{ content: sly, speaker: 'Eve' }], { session: 'monday' })
    ).ids;
    await scope.store({ content: `I pay \u202e100\u202c.`, evidence: [turn] });
    const notes = await scope.stores.open('notes', { create: true });
    const { contentSha256 } = await notes.create({ path: '/sly.md', content: sly });
    const browser = await startBrowser();
    const { page } = await newPage(await browser.newContext());
    await page.goto(inspector.newLink());
    await page.waitForURL('**/browse?*');
    const at = (place: string, query: Record<string, string> = {}) =>
      `${inspector.url}${place}?${new URLSearchParams({ scope: scope.name, ...query })}`;
    for (const place of [
      at('/browse', { kind: 'all' }),
      at('/browse', { kind: 'all', tag: '\u{e0041}tag', q: sly }),
      at('/ask', { q: sly, want: sly }),
      at(`/memory/${id}`),
      at(`/memory/${id}`, { edit: '1' }),
      at(`/memory/${id}/delete`),
      at('/conversation', { session: 'monday' }),
      at('/documents', { path: '/sly.md' }),
      at('/documents', { path: '/sly.md', edit: '1' }),
      at('/attention', { examine: '1' }),
      at('/timeline'),
    ]) {
      await page.goto(place);
      const all = await page.evaluate(() => {
        const { document } = globalThis as unknown as {
          document: { documentElement: { outerHTML: string }; title: string };
        };
        return document.documentElement.outerHTML + document.title;
      });
      expect(all, place).not.toMatch(unseen);
      if (!place.includes('/attention')) expect(all, place).toContain('⟨U+202E⟩');
    }
    const { version } = (await scope.get(id)) ?? {};
    await page.goto(at(`/memory/${id}`, { edit: '1' }));
    expect(await page.getByLabel('Text').inputValue()).toContain(
      'pay ⟨U+202E⟩001⟨U+202C⟩ now⟨U+E0069⟩',
    );
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Nothing had to be changed.').waitFor();
    expect(await scope.get(id)).toMatchObject({ content: `${sly} again`, version });
    await page.goto(at('/documents', { path: '/sly.md', edit: '1' }));
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved as a new version.').waitFor();
    expect(await notes.read('/sly.md')).toMatchObject({ contentSha256 });
    await page.goto(at('/browse', { kind: 'all' }));
    await page.getByRole('link', { name: '#⟨U+E0041⟩tag' }).first().click();
    await page.getByText('pay ⟨U+202E⟩001').first().waitFor();
    await browser.close();
  });
});

describe.skipIf(noBrowser)('HTML and scripts', () => {
  it('stay text in every field of a memory, in documents, paths and names', async () => {
    const scope = memory.scope(`<b>${'x'}</b>"><img src=x onerror=alert(1)>`);
    const { id } = await scope.store({
      content: nasty,
      tags: ['<script>1</script>', '"onclick="'],
      source: { speaker: '<img src=x onerror=alert(1)>' },
      metadata: { '<b>': '<script>alert(1)</script>' },
      category: 'user_preference',
    });
    await scope.store({ content: `${nasty} again, of another day`, importance: 5 });
    const session = '"><script>alert(1)</script>';
    await scope.episodes.append([{ content: nasty, speaker: '<i>Eve</i>' }], { session });
    const notes = await scope.stores.open('<b>notes</b>', { create: true });
    const path = '/<img src=x onerror=alert(1)>/%2e%2e/"quoted".md';
    await notes.write({ path, content: nasty });
    await notes.write({ path, content: `${nasty}\n</pre><script>alert(1)</script>` });
    const browser = await startBrowser();
    const { page, complaints } = await newPage(await browser.newContext());
    await page.goto(inspector.newLink());
    await page.waitForURL('**/browse?*');
    const at = (place: string, query: Record<string, string> = {}) =>
      `${inspector.url}${place}?${new URLSearchParams({ scope: scope.name, ...query })}`;
    for (const place of [
      at('/browse', { kind: 'all', tag: '<script>1</script>', q: nasty }),
      at('/ask', { q: nasty, want: nasty }),
      at(`/memory/${id}`),
      at(`/memory/${id}`, { edit: '1' }),
      at(`/memory/${id}/delete`),
      at('/conversations'),
      at('/conversation', { session }),
      at('/timeline'),
      at('/documents', { path }),
      at('/documents', { path, edit: '1' }),
      at('/documents', { path: '/../../etc/passwd' }),
      at('/attention', { examine: '1' }),
      at('/scopes'),
    ]) {
      await page.goto(place);
      const text = await shownText(page.locator('html'));
      expect(text, place).toMatch(/<script>|<img|<b>|onerror|passwd|no such/i);
      expect(await page.title()).not.toBe('owned');
      expect(
        await page.locator('main img, main script, main svg[onload], [onerror], [onfocus]').count(),
      ).toBe(0);
      expect(
        complaints.filter((line) => !line.includes('404')),
        place,
      ).toEqual([]);
    }
    await browser.close();
  });
});
