import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemory, type Memory } from '@mneme/core';
import { staticEmbedder } from '@mneme/embedders';
import { sqliteBackend } from '@mneme/sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listenInspector, type RunningInspector } from '../src/index.ts';
import { newPage, noBrowser, startBrowser } from './browser.ts';

const count = Number(process.env.MNEME_INSPECTOR_MEMORIES ?? 100_000);
const things = [
  'harbour',
  'buoy',
  'forecast',
  'invoice',
  'marathon',
  'penicillin',
  'teapot',
  'flat',
];
const verbs = ['asked about', 'moved', 'paid for', 'lost', 'found', 'described', 'sold', 'mended'];

describe.skipIf(noBrowser)(`with ${count} memories`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'mneme-scale-'));
  let memory: Memory;
  let inspector: RunningInspector;

  beforeAll(async () => {
    const backend = sqliteBackend({ path: join(folder, 'large.db') });
    memory = await createMemory({ backend, embedder: staticEmbedder(), maxStoreItems: count });
    const turns = Array.from({ length: count }, (_, index) => ({
      content: `On day ${index} Ada ${verbs[index % 8]} the ${things[(index >> 3) % 8]} number ${index}`,
      kind: 'fact' as const,
      category: 'factual_knowledge' as const,
    }));
    for (let from = 0; from < count; from += 10_000)
      await memory
        .scope('ada')
        .storeMany(turns.slice(from, from + 10_000), { onConflict: 'keepBoth' });
    inspector = await listenInspector({ memory, port: 0 });
  }, 1_800_000);
  afterAll(async () => {
    await inspector?.close();
    await memory?.close();
    rmSync(folder, { recursive: true });
  });

  it('the first view appears within a second, and a search takes at most 100 ms more than the engine', async () => {
    const browser = await startBrowser();
    const { page } = await newPage(await browser.newContext());
    await page.goto(inspector.newLink());
    await page.waitForURL('**/browse?*');
    const first: number[] = [];
    for (let round = 0; round < 5; round++) {
      const began = performance.now();
      await page.goto(`${inspector.url}/browse?scope=ada`);
      await page.locator('.row').first().waitFor();
      first.push(performance.now() - began);
    }
    const over: number[] = [];
    const engine: number[] = [];
    for (const query of ['teapot lost', 'marathon', 'invoice paid', 'which harbour', 'flat sold']) {
      // Other programs use the machine too, so the best of three times counts, for both.
      const own = await best(async () => {
        const began = performance.now();
        await memory.scope('ada').retrieve(query, { kinds: ['fact'], limit: 30 });
        return performance.now() - began;
      });
      engine.push(own);
      // From the last key press to the frame that shows the results.
      const painted = await best(() =>
        page.evaluate(async (text) => {
          const { document, requestAnimationFrame, MutationObserver, InputEvent } =
            globalThis as never as Browser;
          const input = document.querySelector('input[type=search]');
          const region = document.querySelector('[data-region]');
          const changed = new Promise<void>((resolve) => {
            new MutationObserver((_: unknown, observer: { disconnect(): void }) => {
              observer.disconnect();
              requestAnimationFrame(() => resolve());
            }).observe(region, { childList: true });
          });
          input.value = text;
          const began = performance.now();
          input.dispatchEvent(new InputEvent('input', { bubbles: true }));
          await changed;
          return performance.now() - began;
        }, query),
      );
      over.push(painted - own);
    }
    await browser.close();
    const figures = {
      first: first.map(Math.round),
      engine: engine.map(Math.round),
      over: over.map(Math.round),
    };
    console.log(JSON.stringify(figures));
    expect(median(first), JSON.stringify(figures)).toBeLessThan(1000);
    expect(median(over), JSON.stringify(figures)).toBeLessThan(100);
  }, 600_000);
});

async function best(measure: () => Promise<number>): Promise<number> {
  return Math.min(await measure(), await measure(), await measure());
}

function median(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[values.length >> 1] as number;
}

/** The browser functions used to measure; their types are not installed here. */
interface Browser {
  document: {
    querySelector(selector: string): { value: string; dispatchEvent(event: object): void };
  };
  requestAnimationFrame(run: () => void): void;
  MutationObserver: new (
    run: (records: unknown, observer: { disconnect(): void }) => void,
  ) => { observe(node: object, options: object): void };
  InputEvent: new (name: string, options: object) => object;
}
