import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newPage, noBrowser, startBrowser } from '../../packages/inspector/test/browser.ts';
import { mneme, Workplace } from './mneme.ts';
import { serve } from './serving.ts';

const place = new Workplace();
afterAll(() => place.remove());

/** A running `mneme open`, and a browser session from its link. */
async function open(...options: string[]) {
  const { line: link, ...running } = await place.untilLine(mneme`open --port 0 ${options}`);
  const entered = await fetch(link);
  const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? '';
  const show = async (path: string) =>
    (await fetch(new URL(path, link), { headers: { cookie } })).text();
  return { link, show, ...running };
}

describe('mneme open', () => {
  it('prints a local link that signs in one browser, and ends when it is interrupted', async () => {
    const db = place.path('ada.db');
    await place.json(mneme`store "Prefers bullet points" --scope ada --db ${db}`);
    await place.json(mneme`store "Prefers tea" --scope ben --db ${db}`);
    const opened = await open('--db', db, '--scope', 'ada', '--read-only');
    expect(opened.link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/login\?t=[\w-]{43}$/);
    expect(await opened.show('/')).toContain('Prefers bullet points');
    expect(await opened.show('/browse?scope=ben')).not.toContain('Prefers tea');
    expect(await opened.show('/attention?scope=ada')).not.toContain('Erase for good');
    expect([await opened.stop(), opened.log()]).toEqual([0, '']);
  });

  it('shows the memory of the demo', async () => {
    const opened = await open('--demo');
    const page = await opened.show('/');
    expect(page).toContain('Ada now lives in Alvalade');
    expect(await opened.show('/attention?scope=Ada')).toContain('The newer one is true');
    expect(await opened.stop()).toBe(0);
  });

  it.skipIf(process.platform !== 'linux')(
    'starts the browser with a private file instead of the secret link, and removes the file at the end',
    async () => {
      const db = place.path('opened.db');
      await place.json(mneme`store "Prefers tea" --db ${db}`);
      const at = (name: string) => place.path(`browser/${name}`);
      mkdirSync(at('.'));
      const script = `#!/bin/sh\ncd ${at('.')} && echo "$@" > arguments && cp "$1" page && stat -c %a "$1" "\${1%/*}" > modes && mv modes done\n`;
      writeFileSync(at('xdg-open'), script, { mode: 0o700 });
      const { PATH } = process.env;
      process.env.PATH = `${at('.')}:${PATH}`;
      const opened = await place.untilLine(mneme`open --db ${db}`, { isTTY: true });
      while (!existsSync(at('done'))) await new Promise(setImmediate);
      process.env.PATH = PATH;
      const file = readFileSync(at('arguments'), 'utf8').trim();
      expect(file).toMatch(/^\/\S+\/mneme\.html$/);
      expect(readFileSync(at('page'), 'utf8')).toContain(`url=${opened.line}"`);
      expect(readFileSync(at('done'), 'utf8')).toBe('600\n700\n');
      expect(await opened.stop()).toBe(0);
      expect(existsSync(dirname(file))).toBe(false);
    },
  );

  it('names a missing store', async () => {
    const { code, stderr } = await place.run(mneme`open --db ${place.path('none.db')}`);
    expect(code).toBe(1);
    expect(stderr).toContain('none.db');
  });
});

it('the inspector of mneme serve needs --inspector and a key to sign in', async () => {
  const db = place.path('served.db');
  const { key } = await place.json<{ key: string }>(mneme`keys create --db ${db} --scope ada`);
  const plain = await serve(place, mneme`--db ${db}`);
  expect((await fetch(`${plain.url}/inspector/`)).status).toBe(404);
  await plain.stop();
  const server = await serve(place, mneme`--db ${db} --inspector`);
  expect(await server.nextLine()).toBe(`inspector at ${server.url}/inspector/`);
  expect(await (await fetch(`${server.url}/inspector/`)).text()).toContain('Sign in');
  const entered = await fetch(`${server.url}/inspector/login`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: server.url },
    body: new URLSearchParams({ key }),
  });
  const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? '';
  const page = await fetch(`${server.url}/inspector/browse`, { headers: { cookie } });
  expect(await page.text()).toContain('Nothing is remembered here yet.');
  expect(await server.stop()).toBe(0);
  expect(server.log()).not.toContain(key.slice(-20));
});

type Tab = Awaited<ReturnType<typeof newPage>>;

describe.skipIf(noBrowser)('a browser gets in', () => {
  let browser: Awaited<ReturnType<typeof startBrowser>>;
  let db: string;
  beforeAll(async () => {
    browser = await startBrowser();
    db = place.path('entered.db');
    await place.json(mneme`store "Prefers bullet points" --scope ada --db ${db}`);
  });
  afterAll(() => browser?.close());

  for (const [how, javaScriptEnabled] of [
    ['with scripts', true],
    ['without scripts', false],
  ] as const) {
    const newTab = async () => newPage(await browser.newContext({ javaScriptEnabled }));
    const memory = ({ page }: Pick<Tab, 'page'>) =>
      page.getByText('Prefers bullet points').waitFor();

    it(`by the link of mneme open, once, ${how}`, async () => {
      const opened = await place.untilLine(mneme`open --port 0 --db ${db}`);
      const { page, complaints } = await newTab();
      await page.goto(opened.line);
      await memory({ page });
      await page.goto(new URL('/', opened.line).href);
      await memory({ page });
      expect(complaints).toEqual([]);
      const { page: second } = await newTab();
      await second.goto(opened.line);
      await second.getByText('Open the link that the terminal shows').waitFor();
      expect(await opened.stop()).toBe(0);
    });

    it(`by a key at the address that mneme serve prints, ${how}`, async () => {
      const { key } = await place.json<{ key: string }>(mneme`keys create --db ${db} --scope ada`);
      const server = await serve(place, mneme`--db ${db} --inspector`);
      const address = (await server.nextLine()).replace('inspector at ', '');
      const { page, complaints } = await newTab();
      const signIn = async (text: string) => {
        await page.getByLabel('Key').fill(text);
        await page.getByRole('button', { name: 'Sign in' }).click();
      };
      await page.goto(address);
      await signIn('mneme-wrong');
      await page.getByText('This key is not valid.').waitFor();
      await signIn(key);
      await memory({ page });
      for (const home of [address, address.slice(0, -1)]) {
        await page.goto(home);
        await memory({ page });
      }
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByLabel('Key').waitFor();
      await page.goto(`${address}conversations?scope=ada`);
      await signIn(key);
      await page.getByText('There are no conversations here.').waitFor();
      // The browser logs each answer of 401.
      expect(complaints.filter((line) => !line.includes('401'))).toEqual([]);
      expect(await server.stop()).toBe(0);
    });
  }
});
