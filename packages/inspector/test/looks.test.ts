import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, noBrowser, shownText } from './browser.ts';
import { type InspectedDemo, inspectDemo } from './inspected-demo.ts';

const images = fileURLToPath(new URL('../../../docs/images/inspector/', import.meta.url));
/** `write` remakes the pictures of docs/inspector.md. */
const pictures = process.env.MNEME_SCREENSHOTS === 'write';

describe.skipIf(noBrowser)('the pages', () => {
  let demo: InspectedDemo;
  let paths: Record<string, string>;

  beforeAll(async () => {
    demo = await inspectDemo();
    const ada = demo.memory.scope('Ada');
    const { memories } = await ada.list({ kinds: ['fact'], limit: 100 });
    const idOf = (content: string) => memories.find((fact) => fact.content === content)?.id;
    const question = encodeURIComponent('How fast did Ada run the half marathon in March 2026?');
    const moved = `/memory/${idOf('Ada now lives in Alvalade')}`;
    paths = {
      browse: '/browse?scope=Ada',
      ask: `/ask?scope=Ada&q=${question}`,
      memory: `${moved}?scope=Ada`,
      documents: '/documents?scope=Ada&path=/heron/plan.md',
      attention: '/attention?scope=Ada',
      question: '/ask?scope=Ada',
      'why not': `/ask?scope=Ada&q=${question}&want=cat`,
      search: '/browse?scope=Ada&kind=all&q=penicillin&importance=2',
      conversations: '/conversations?scope=Ada',
      conversation: '/conversation?scope=Ada&session=2025-11-03-morning-run',
      timeline: '/timeline?scope=Ada',
      edit: `${moved}?scope=Ada&edit=1`,
      delete: `${moved}/delete?scope=Ada`,
      examined: '/attention?scope=Ada&examine=1',
      recent: '/documents?scope=Ada',
      'edit a document': '/documents?scope=Ada&path=/heron/plan.md&edit=1',
      scopes: '/scopes?scope=Ada',
      'right to left': `/browse?scope=${encodeURIComponent('ליאת')}`,
      'an empty scope': '/browse?scope=nobody',
      'no documents': '/documents?scope=nobody',
      'nothing found': '/browse?scope=Ada&q=zzzz&tag=none',
      'no such memory': '/memory/00000000-0000-7000-8000-000000000000?scope=Ada',
      'no such page': '/nowhere',
    };
  });
  afterAll(() => demo?.close());

  it('have no faults found by axe and no complaints of the browser, light and dark', async () => {
    const { page, complaints, go, context } = await demo.enter();
    for (const [name, path] of Object.entries(paths)) {
      await page.emulateMedia({ colorScheme: 'light' });
      await go(path);
      await page.locator('summary').evaluateAll((all: { click(): void }[]) => {
        for (const each of all) each.click();
      });
      await expectAccessible(page);
      // The themes differ only in colours.
      await page.emulateMedia({ colorScheme: 'dark' });
      await expectAccessible(page, ['color-contrast']);
      // The browser logs each 404.
      expect(
        complaints.filter((text) => !text.includes('404')),
        name,
      ).toEqual([]);
      complaints.length = 0;
    }
    await context.close();
  });

  it('fit on a phone, in Chinese too', async () => {
    const { page, go, context } = await demo.enter({ language: 'zh-CN', width: 360 });
    for (const [name, path] of Object.entries(paths)) {
      await go(path);
      const width = await page
        .locator('html')
        .evaluate((html: { scrollWidth: number }) => html.scrollWidth);
      expect([name, width]).toEqual([name, 360]);
    }
    await go(paths.browse as string);
    expect(await page.locator('html').getAttribute('lang')).toBe('zh-CN');
    expect(await shownText(page.locator('h1'))).toContain('浏览');
    await expectAccessible(page);
    await context.close();
  });

  it('remember the chosen language and theme', async () => {
    const { page, go, context } = await demo.enter({ language: 'de-DE' });
    await page.getByRole('link', { name: '中文' }).click();
    expect(await shownText(page.locator('h1'))).toContain('浏览');
    await page.getByRole('link', { name: '深色' }).click();
    await go(paths.ask as string);
    const background = await page
      .locator('body')
      .evaluate((body) => getComputedStyle(body as never).backgroundColor);
    expect(background).toBe('rgb(19, 19, 21)');
    await context.close();
  });

  it('show right-to-left and CJK texts in their own direction', async () => {
    const { page, go, context } = await demo.enter();
    await go(paths['right to left'] as string);
    const text = page.locator('.row .text').first();
    expect(await text.evaluate((element) => getComputedStyle(element as never).direction)).toBe(
      'rtl',
    );
    await context.close();
  });

  it('match the pictures in docs/inspector.md', async () => {
    mkdirSync(images, { recursive: true });
    for (const name of ['browse', 'ask', 'memory', 'documents', 'attention']) {
      const picture = join(images, `${name}.png`);
      if (pictures) {
        const { page, go, context } = await demo.enter({ dark: name === 'memory' });
        await go(paths[name] as string);
        await page.screenshot({ path: picture, fullPage: name === 'ask' });
        await context.close();
      }
      expect(existsSync(picture), `${picture}: make it with MNEME_SCREENSHOTS=write`).toBe(true);
    }
  });
});

/** Types of the browser, which are not installed here. */
declare function getComputedStyle(element: never): { backgroundColor: string; direction: string };
