import { createMemory, type Memory } from '@mneme/core';
import { staticEmbedder } from '@mneme/embedders';
import { sqliteBackend } from '@mneme/sqlite';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listenInspector } from '../src/index.ts';
import { newPage, noBrowser, shownText, startBrowser } from './browser.ts';
import { type InspectedDemo, inspectDemo } from './inspected-demo.ts';

describe.skipIf(noBrowser)('a person who looks for a change', () => {
  let demo: InspectedDemo;
  let memory: Memory;
  let page: Page;
  let go: (path: string) => Promise<void>;
  beforeAll(async () => {
    demo = await inspectDemo();
    ({ memory } = demo);
    ({ page, go } = await demo.enter({ width: 320 }));
  });
  afterAll(() => demo?.close());
  const text = async (selector = 'main') => {
    await page.waitForLoadState();
    return shownText(page.locator(selector));
  };
  const scope = () => memory.scope('Max');
  const at = (path: string, query: Record<string, string> = {}) =>
    `${path}?${new URLSearchParams({ scope: 'Max', ...query })}`;

  it('sees the changed part of a long text, and compares any two versions by name', async () => {
    const long = Array.from({ length: 120 }, (_, index) => `Line ${index} of the plan`).join(' ');
    const { id } = await scope().store({
      content: `${long} one ${long}`,
      occurredAt: '2026-01-01',
    });
    await scope().update(id, { content: `${long} two ${long}` });
    await scope().update(id, { content: `${long} three ${long}` });
    await go(at(`/memory/${id}`));
    const first = page.locator('.history .diff').first();
    expect((await shownText(first)).length).toBeLessThan(600);
    expect(await shownText(first)).toContain('characters are the same');
    await page.getByLabel('Older version').selectOption('1');
    await page.getByRole('button', { name: 'Compare' }).click();
    await page.getByRole('heading', { name: 'Version 1 and version 3' }).waitFor();
    const compared = page.locator('h3 + .diff');
    expect(await shownText(compared.locator('del'))).toBe('one');
    expect(await shownText(compared.locator('ins'))).toBe('three');
  });

  it('reaches every version of a document, reads an old one, and can redact the current one', async () => {
    const store = await scope().stores.open('notes', { create: true });
    await store.create({ path: '/plan.md', content: 'plan 0' });
    for (let index = 1; index < 60; index++)
      await store.update('/plan.md', { content: `plan ${index}` });
    await go(at('/documents', { path: '/plan.md' }));
    // On a phone the document comes first.
    const [document, files] = await Promise.all(
      ['pre.block', '.tree'].map((each) => page.locator(each).first().boundingBox()),
    );
    expect(document?.y).toBeLessThan(files?.y ?? 0);
    expect(document?.y).toBeLessThan(860);
    await page.getByRole('link', { name: 'Older' }).click();
    await page.waitForURL('**versions=**');
    await page.getByRole('link', { name: 'Show' }).last().click();
    await page.getByRole('heading', { name: 'Version 1', exact: true }).waitFor();
    expect(await text()).toContain('plan 0');
    await go(at('/documents', { path: '/plan.md' }));
    await page.getByText('Redact the current version').click();
    await page.getByRole('button', { name: 'Redact' }).last().click();
    await page.getByText('The version is redacted.').waitFor();
    const { versions } = await store.versions({ limit: 3 });
    expect(versions[1]).toMatchObject({ number: 60, redactedAt: expect.any(String) });
    expect(await store.read('/plan.md')).toBeUndefined();
  });

  it('sees a secret masked until it is asked for, in lists, conversations and documents', async () => {
    const open = await createMemory({
      backend: sqliteBackend({ path: ':memory:' }),
      embedder: staticEmbedder(),
      secrets: 'allow',
    });
    const card = '4111 1111 1111 1111';
    const max = open.scope('Max');
    await max.store({ content: `Max pays with the card ${card}.` });
    await max.episodes.append([{ content: `My card is ${card}.`, speaker: 'Max' }], {
      session: 'a',
    });
    const store = await max.stores.open('notes', { create: true });
    await store.create({ path: '/card.md', content: `The card: ${card}` });
    const inspector = await listenInspector({ memory: open, port: 0 });
    const browser = await startBrowser();
    const { page: other } = await newPage(await browser.newContext());
    await other.goto(inspector.newLink());
    await other.waitForURL('**/browse**');
    for (const place of [
      at('/browse', { kind: 'all' }),
      at('/conversation', { session: 'a' }),
      at('/conversations'),
      at('/documents', { path: '/card.md' }),
    ]) {
      await other.goto(inspector.url + place);
      const shown = () =>
        other.locator('html').evaluate((html: { outerHTML: string }) => html.outerHTML);
      expect(await shown(), place).not.toContain(card);
      expect(await other.locator('.hides a').count(), place).toBe(1);
      await other.locator('.hides a').click();
      await other.waitForURL('**reveal=1**');
      expect(await shown(), place).toContain(card);
    }
    await browser.close();
    await inspector.close();
    await open.close();
  });
});
