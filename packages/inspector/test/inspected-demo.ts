import { createMemory, type Memory } from '@mneme/core';
import { staticEmbedder } from '@mneme/embedders';
import { sqliteBackend } from '@mneme/sqlite';
import type { BrowserContext, Page } from 'playwright-core';
import { fillDemo } from '../../cli/src/demo/fill-demo.ts';
import { walkingClock } from '../../cli/src/demo/walking-clock.ts';
import { type InspectorOptions, listenInspector, type RunningInspector } from '../src/index.ts';
import { newPage, startBrowser } from './browser.ts';

/** An inspector of the demo memory. The clock is stopped; `pass` lets pending changes happen. */
export interface InspectedDemo {
  memory: Memory;
  inspector: RunningInspector;
  /** Lets the time pass in which a change can be undone. */
  pass(): Promise<void>;
  /** A new browser, signed in by a new link. */
  enter(options?: { language?: string; dark?: boolean; width?: number }): Promise<{
    page: Page;
    context: BrowserContext;
    complaints: string[];
    go(path: string): Promise<void>;
  }>;
  close(): Promise<void>;
}

export async function inspectDemo(options: Partial<InspectorOptions> = {}): Promise<InspectedDemo> {
  const clock = walkingClock({ fallback: () => new Date('2026-08-18T14:00:00Z') });
  const memory = await createMemory({
    backend: sqliteBackend({ path: ':memory:' }),
    embedder: staticEmbedder(),
    clock: clock.now,
  });
  const { refused } = await fillDemo(memory, { clock, signal: new AbortController().signal });
  let waiting: (() => void)[] = [];
  const inspector = await listenInspector({
    memory,
    port: 0,
    start: 'Ada',
    now: clock.now,
    timeZone: 'UTC',
    later: (_, run) => {
      waiting.push(run);
      return () => {
        waiting = waiting.filter((other) => other !== run);
      };
    },
    ...options,
  });
  for (const refusal of refused) inspector.noteRefusal(refusal);
  const browser = await startBrowser();
  return {
    memory,
    inspector,
    async pass() {
      for (const run of waiting.splice(0)) run();
      // Started work runs before any later request to the store.
      await memory.stats();
    },
    async enter({ language = 'en-GB', dark = false, width = 1280 } = {}) {
      const context = await browser.newContext({
        locale: language,
        colorScheme: dark ? 'dark' : 'light',
        viewport: { width, height: 860 },
        reducedMotion: 'reduce',
      });
      const { page, complaints } = await newPage(context);
      await page.goto(inspector.newLink());
      await page.waitForURL('**/browse?*');
      return {
        page,
        context,
        complaints,
        go: async (path) => void (await page.goto(inspector.url + path)),
      };
    },
    async close() {
      await browser.close();
      await inspector.close();
      await memory.close();
    },
  };
}
