import { accessSync, constants, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import {
  type Browser,
  type BrowserContext,
  chromium,
  type Locator,
  type Page,
} from 'playwright-core';
import { expect } from 'vitest';

/** The browser: `CHROMIUM`, or else one on the PATH. */
export const chromiumPath = process.env.CHROMIUM ?? onPath('chromium');

/** Why tests with a browser are skipped; undefined if they run. */
export const noBrowser =
  chromiumPath === undefined
    ? 'there is no chromium: apt-get install chromium, or set CHROMIUM to its path'
    : undefined;
if (noBrowser !== undefined) console.warn(`skipped: ${noBrowser}`);

function onPath(name: string): string | undefined {
  const places = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name));
  return places.find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** A browser without a sandbox, since tests may run as root; with fonts that look the same everywhere. */
export function startBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath as string,
    args: [
      '--no-sandbox',
      '--disable-dev-shm-usage',
      '--disable-gpu',
      '--font-render-hinting=none',
    ],
  });
}

/** A page that records complaints of the browser: script errors, policy violations, failed requests. */
export async function newPage(
  context: BrowserContext,
): Promise<{ page: Page; complaints: string[] }> {
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('requestfailed', (request) => {
    // The page aborts a search when the next one starts.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') complaints.push(request.url());
  });
  return { page, complaints };
}

/** Does something, and waits for the page that comes then: the one before may have the same words. */
export async function turn(page: Page, work: Promise<void>): Promise<void> {
  await Promise.all([page.waitForEvent('load'), work]);
}

/** The visible text only. */
export function shownText(locator: Locator): Promise<string> {
  // biome-ignore lint/performance/useDomNodeTextContent: what is hidden shall not count
  return locator.innerText();
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const rules = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Fails if axe finds faults on the page, by all rules or only the given ones. */
export async function expectAccessible(page: Page, only?: string[]): Promise<void> {
  await page.evaluate(axe);
  const runOnly = only ? { type: 'rule', values: only } : { type: 'tag', values: rules };
  const found = await page.evaluate(async (runOnly) => {
    const { axe } = globalThis as unknown as {
      axe: {
        run(
          place: unknown,
          options: object,
        ): Promise<{
          violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
        }>;
      };
    };
    const place = (globalThis as unknown as { document: unknown }).document;
    const { violations } = await axe.run(place, { runOnly });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`),
    );
  }, runOnly);
  expect(found, page.url()).toEqual([]);
}
