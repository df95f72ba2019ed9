import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { noBrowser, shownText } from './browser.ts';
import { type InspectedDemo, inspectDemo } from './inspected-demo.ts';

describe.skipIf(noBrowser)('with the keyboard alone', () => {
  let demo: InspectedDemo;
  let page: Page;
  let complaints: string[];
  let go: (path: string) => Promise<void>;

  beforeAll(async () => {
    demo = await inspectDemo();
    ({ page, complaints, go } = await demo.enter());
  });
  beforeEach(() => go('/browse'));
  afterAll(() => demo?.close());

  const press = (...keys: string[]) =>
    keys.reduce((done, key) => done.then(() => page.keyboard.press(key)), Promise.resolve());
  const focused = () => shownText(page.locator(':focus'));
  /** Waits for the text, and for the script of its page. */
  const see = async (text: string) => {
    await page.getByText(text).first().waitFor();
    await page.waitForLoadState();
  };

  it('a person can search, walk through the results, open, correct and undo', async () => {
    await press('/');
    await page.keyboard.type('aisle seats on flights');
    await page.waitForURL('**q=aisle+seats+on+flights**');
    await press('ArrowDown');
    expect(await focused()).toBe('I prefer aisle seats on flights.');
    await press('Escape', 'Enter');
    await page.waitForURL('**/memory/**');
    await press('e');
    await page.waitForURL('**edit=1');
    // The caret is at the end of the text already.
    await page.keyboard.type(' By day.');
    await press('Tab', 'Tab', 'Tab', 'Enter');
    await see('Changed.');
    expect(await shownText(page.locator('h1'))).toBe('I prefer aisle seats on flights. By day.');
    await press('u');
    await see('Undone.');
    expect(await shownText(page.locator('h1'))).toBe('I prefer aisle seats on flights.');
  });

  it('j and k move through rows, and a number opens each view', async () => {
    await press('j', 'j');
    const second = await focused();
    await press('k', 'j');
    expect(await focused()).toBe(second);
    for (const [key, place] of [
      ['1', 'ask'],
      ['2', 'browse'],
      ['3', 'documents'],
      ['4', 'attention'],
    ] as const) {
      await press(key);
      await page.waitForURL(`**/${place}**`);
    }
  });

  it('questions can be typed, since shortcuts are off in text fields', async () => {
    await press('1');
    await page.waitForURL('**/ask**');
    await press('/');
    await page.keyboard.type('1 2 j k u e ?');
    expect(await page.getByLabel('Message to the agent').inputValue()).toBe('1 2 j k u e ?');
    await press('Enter');
    await page.waitForURL('**q=1+2**');
  });

  it('a person can read the list of keys, settle a pair, and delete', async () => {
    await press('?');
    await page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
    await press('Escape');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await press('4');
    await page.getByRole('button', { name: 'Both are true' }).first().focus();
    await press('Enter');
    await see('Settled.');
    await press('2');
    await page.waitForURL('**/browse**');
    await press('j', 'Enter');
    await page.waitForURL('**/memory/**');
    await page.getByRole('link', { name: 'Delete' }).focus();
    await press('Enter');
    await page.waitForURL('**/delete**');
    // The reason has the focus, and Enter sends the form.
    await press('Enter');
    await see('The memory will be deleted in');
    await press('u');
    await see('Undone.');
    expect(complaints).toEqual([]);
  });

  it('a person can skip the navigation', async () => {
    await press('Tab', 'Enter');
    expect(await page.locator(':focus').getAttribute('id')).toBe('main');
  });
});
