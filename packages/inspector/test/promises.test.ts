import type { Memory } from '@mneme/core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectAccessible, noBrowser, shownText, turn } from './browser.ts';
import { type InspectedDemo, inspectDemo } from './inspected-demo.ts';

/** What the pages say is true, and what a person does is what happens. */

describe.skipIf(noBrowser)('the inspector', () => {
  let demo: InspectedDemo;
  let memory: Memory;
  let page: Page;
  let go: (path: string) => Promise<void>;

  beforeAll(async () => {
    demo = await inspectDemo();
    ({ memory } = demo);
    ({ page, go } = await demo.enter());
  });
  afterAll(() => demo?.close());

  const text = async (selector = 'main') => {
    await page.waitForLoadState();
    return shownText(page.locator(selector));
  };
  const scope = () => memory.scope('Max');
  const at = (path: string, query: Record<string, string> = {}) =>
    `${path}?${new URLSearchParams({ scope: 'Max', ...query })}`;
  const press = (name: string) =>
    turn(page, page.getByRole('button', { name, exact: true }).click());
  /** One line of the changes that can be undone. */
  const change = (words: string) => page.locator('.undo', { hasText: words });

  beforeEach(async () => {
    if ((await memory.scopes()).includes('Max')) await scope().erase();
  });

  it('sets no filter that nobody has chosen, and lists the values of one in order', async () => {
    await scope().store({ content: 'Max likes rye bread.', importance: 1 });
    await go(at('/browse'));
    await page.getByRole('searchbox').fill('rye');
    await page.waitForURL('**q=rye**');
    expect(await text('.rows')).toContain('Max likes rye bread.');
    expect(page.url()).not.toMatch(/importance|category/);
    const values = await page
      .locator('select[name=importance] option')
      .evaluateAll((all) => all.map((each) => (each as unknown as { text: string }).text));
    expect(values).toEqual(['any', '2', '3', '4', '5']);
  });

  it('undoes the change that is named, each of several, and nothing else', async () => {
    const { id: one } = await scope().store({ content: 'Max likes rye bread.', importance: 2 });
    const { id: other } = await scope().store({ content: 'Max sails on Sundays.', importance: 3 });
    await scope().episodes.append([{ content: 'Hello there', speaker: 'Max' }], { session: 'a' });
    for (const id of [one, other]) {
      await go(at(`/memory/${id}`));
      await press('Set importance to 5');
      await page.getByText('Changed.').waitFor();
    }
    await go(at('/conversation', { session: 'a' }));
    await page.getByText('Erase this conversation').click();
    await press('Erase for good');
    await page.getByText('The conversation is erased').waitFor();
    // What cannot be undone has no button; the earlier changes are still there, by their names.
    expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
    await page.locator('.toast summary').click();
    await turn(page, change('rye bread').getByRole('button').click());
    await page.getByText('Undone. “Max likes rye bread.”: Importance 2.').waitFor();
    expect(await scope().get(one)).toMatchObject({ importance: 2 });
    expect(await scope().get(other)).toMatchObject({ importance: 5 });
    await page.locator('.toast summary').click();
    await turn(page, change('Max sails').getByRole('button').click());
    await page.getByText('Undone. “Max sails on Sundays.”: Importance 3.').waitFor();
    expect(await scope().get(other)).toMatchObject({ importance: 3 });
  });

  it('undoes one field of a memory and keeps what was changed in another', async () => {
    const { id } = await scope().store({ content: 'Max likes rye bread.', importance: 2 });
    await go(at(`/memory/${id}`));
    await press('Set importance to 4');
    await page.getByText('Changed.').waitFor();
    await scope().update(id, { tags: ['food'] });
    await press('Undo u');
    await page.getByText('Undone.').waitFor();
    expect(await scope().get(id)).toMatchObject({ importance: 2, tags: ['food'] });
  });

  it('can stop two deletions, which are in the store at once', async () => {
    const texts = ['Max likes rye bread.', 'Max sails on Sundays.'];
    const ids: string[] = [];
    for (const content of texts) {
      const { id } = await scope().store({ content });
      ids.push(id);
      await go(at(`/memory/${id}/delete`));
      await press('Delete');
      await page.getByText('will be deleted in 10 seconds').waitFor();
      expect(await scope().get(id)).toBeUndefined();
      expect((await scope().retrieve(content)).memories.map((each) => each.id)).not.toContain(id);
    }
    await page.locator('.toast summary').click();
    await turn(page, change('rye bread').getByRole('button').click());
    await page.getByText('“Max likes rye bread.” stays.').waitFor();
    await go(at(`/memory/${ids[1]}`));
    expect(await text()).toContain('This memory is being deleted');
    await press('Keep it');
    await page.getByText('“Max sails on Sundays.” stays.').waitFor();
    await demo.pass();
    for (const [index, id] of ids.entries())
      expect(await scope().get(id)).toMatchObject({ content: texts[index] });
    expect((await scope().get(ids[0] as string))?.metadata).toBeUndefined();
  });

  it('says after a correction what still says otherwise, and asks again with the new text', async () => {
    const said = { content: 'My dog is called Rex.', speaker: 'Max', occurredAt: '2026-05-03' };
    await scope().episodes.append([said], { session: 'dog' });
    const { memories } = await scope().list({ kinds: ['fact'] });
    const fact = memories.find(({ content }) => content.includes('Rex'));
    await go(at('/ask', { q: 'What is the name of my dog?' }));
    await page.locator('.reasons a', { hasText: 'Rex' }).click();
    await page.getByRole('link', { name: 'Edit' }).click();
    await page.getByLabel('Text').fill('My dog is called Bruno.');
    await press('Save');
    await page.getByText('Still says otherwise').waitFor();
    const note = page.locator('.panel', { hasText: 'Still says otherwise' });
    expect(await shownText(note)).toContain('The conversation of 3 May 2026 says otherwise');
    expect(await shownText(note)).toContain('My dog is called Rex.');
    await note.getByRole('link', { name: 'Correct it' }).click();
    await page.getByLabel('Text').fill('My dog is called Bruno.');
    await press('Save');
    await page.getByText('Changed.').waitFor();
    await go(at(`/memory/${fact?.id}`, { q: 'What is the name of my dog?' }));
    expect(await text()).toContain('Nothing else says the old text.');
    await page.getByRole('link', { name: 'Ask again' }).click();
    await page.locator('.block').waitFor();
    expect(await text('.block')).toContain('Bruno');
    expect(await text('.block')).not.toContain('Rex');
  });

  it('shows receipts at addresses of their own: reloading erases nothing, back is no error', async () => {
    await scope().store({ content: 'Max likes rye bread.' });
    await scope().episodes.append([{ content: 'Hello there', speaker: 'Max' }], { session: 'b' });
    await go(at('/conversation', { session: 'b' }));
    await page.getByText('Erase this conversation').click();
    await press('Erase for good');
    await page.locator('#toast').getByRole('link', { name: 'Receipt' }).click();
    await page.getByRole('heading', { name: '“b” is erased' }).waitFor();
    await go(at('/attention'));
    await page.getByLabel('Type Max to erase it').fill('Max');
    await press('Erase for good');
    await page.getByText('“Max” is erased').waitFor();
    await scope().store({ content: 'Max is back.' });
    await page.reload();
    await page.getByText('“Max” is erased').waitFor();
    expect(await memory.scopes()).toContain('Max');
    await page.goBack();
    await page.getByRole('heading', { name: 'Attention' }).waitFor();
    await page.getByRole('link', { name: 'Receipts of what was erased' }).click();
    await page.waitForURL('**/receipts**');
    expect(await page.locator('.rows .text').allInnerTexts()).toEqual(
      expect.arrayContaining(['“Max” is erased', '“b” is erased']),
    );
    await page.getByRole('link', { name: '“Max” is erased' }).click();
    await page.getByRole('link', { name: 'Check it now' }).click();
    await page.getByText('The receipt is valid.').waitFor();
    await expectAccessible(page);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.side').isVisible()).toBe(false);
    expect(await page.getByRole('heading', { name: '“Max” is erased' }).isVisible()).toBe(true);
    await page.emulateMedia({ media: 'screen' });
  });

  it('leaves out as of a day what was learned later, and says so', async () => {
    await scope().store({ content: 'Max lives in Lagos.', occurredAt: '2020-01-01' });
    await go(at('/ask', { q: 'Where does Max live?' }));
    expect(await text('.block')).toContain('Lagos');
    await go(at('/ask', { q: 'Where does Max live?', asOf: '2020-06-01', want: 'Lagos' }));
    expect(await text()).toContain('1 memory about that time was learned later');
    expect(await page.locator('.block').count()).toBe(0);
    expect(await text('.verdict')).toContain('It was not known then');
  });

  it('lists conversations newest first over all pages, with their first line, and searches them', async () => {
    for (let index = 0; index < 60; index++) {
      const hour = String(index % 24).padStart(2, '0');
      const day = String(1 + ((index * 7) % 28)).padStart(2, '0');
      const occurredAt = `2026-04-${day}T${hour}:00:00Z`;
      const content = index === 13 ? 'The heron stood by the lock.' : `Something about ${index}.`;
      await scope().episodes.append([{ content, speaker: 'Max', occurredAt }], {
        session: `talk ${index}`,
      });
    }
    await go(at('/conversations'));
    const times: string[] = [];
    for (;;) {
      const shown = await page
        .locator('.rows time')
        .evaluateAll((all) =>
          all.map((each) => (each as unknown as { dateTime: string }).dateTime),
        );
      times.push(...shown);
      const older = page.getByRole('link', { name: 'Older' });
      if ((await older.count()) === 0) break;
      await older.click();
      await page.waitForURL('**from=**');
    }
    expect(times).toHaveLength(60);
    expect(times).toEqual(times.toSorted().reverse());
    await go(at('/conversations'));
    expect(await text('.rows')).toContain('Something about');
    await page.getByRole('searchbox').fill('heron');
    await page.waitForURL('**q=heron**');
    expect(await text('.row >> nth=0')).toContain('talk 13');
    expect(await text('.row >> nth=0')).toContain('The heron stood by the lock.');
  });

  it('leads to the turn that a fact rests on, also behind hundreds of others', async () => {
    const turns = Array.from({ length: 150 }, (_, index) => ({
      content: index === 120 ? 'I live in Lagos now.' : `Hm, number ${index}?`,
      speaker: 'Max',
    }));
    const { ids } = await scope().episodes.append(turns, { session: 'long' });
    const { id } = await scope().store({ content: 'Max is in Lagos.', evidence: [ids[120] ?? ''] });
    await go(at(`/memory/${id}`));
    await page.locator('.quotes a').first().click();
    await page.waitForURL('**/conversation**');
    expect(await text('li:target .said')).toBe('I live in Lagos now.');
    await page.getByRole('link', { name: 'Earlier turns' }).click();
    await page.waitForLoadState();
    expect(await text('.talk')).not.toContain('I live in Lagos now.');
  });

  it('does not call a scope calm that nobody has examined', async () => {
    await go(at('/attention'));
    expect(await text()).not.toContain('Nothing needs');
    expect(await text()).toContain('This scope was not examined yet');
  });

  it('says that a scope or a store has no such name, instead of showing another', async () => {
    await scope().store({ content: 'Max likes rye bread.' });
    await scope().stores.open('notes', { create: true });
    await go('/browse?scope=Maxx');
    expect(await text()).toContain('There is no scope “Maxx” yet. Is the name mistyped?');
    await go(at('/documents', { store: 'nots' }));
    expect(await text()).toContain('There is no store “nots” in this scope.');
    await page.getByRole('link', { name: 'notes' }).click();
    await page.waitForURL('**store=memstore**');
  });
});

describe.skipIf(noBrowser)('what a person has typed', () => {
  let demo: InspectedDemo;
  let page: Page;
  let go: (path: string) => Promise<void>;
  beforeAll(async () => {
    demo = await inspectDemo();
    ({ page, go } = await demo.enter());
  });
  afterAll(() => demo?.close());
  const scope = () => demo.memory.scope('Max');
  const at = (path: string) => `${path}${path.includes('?') ? '&' : '?'}scope=Max`;
  const press = (name: string) =>
    turn(page, page.getByRole('button', { name, exact: true }).click());
  const typed = () => page.locator('textarea[name=content]').inputValue();
  const card = 'The card of Max is 4111 1111 1111 1111';

  it('comes back in its form when a secret is refused: memory, document, reason', async () => {
    const { id } = await scope().store({ content: 'Max has a card.' });
    await go(at(`/memory/${id}?edit=1`));
    await page.getByLabel('Text').fill(card);
    await page.getByLabel('Tags').fill('money, bank');
    await press('Save');
    await page.getByRole('alert').filter({ hasText: 'secret' }).waitFor();
    expect(await typed()).toBe(card);
    expect(await page.getByLabel('Tags').inputValue()).toBe('money, bank');
    await page.getByLabel('Text').fill('Max has a blue card.');
    await turn(page, page.keyboard.press('Control+Enter'));
    await page.getByText('Changed.').waitFor();
    const store = await scope().stores.open('notes', { create: true });
    await go(at(`/documents?store=${store.id}&new=1`));
    await page.getByLabel('Path').fill('/card.md');
    await page.getByLabel('Text').fill(card);
    await press('Create');
    await page.getByRole('alert').filter({ hasText: 'secret' }).waitFor();
    expect([await typed(), await page.getByLabel('Path').inputValue()]).toEqual([card, '/card.md']);
    await go(at(`/memory/${id}/delete`));
    await page.getByLabel('Reason').fill(card);
    await press('Delete');
    await page.getByRole('alert').filter({ hasText: 'secret' }).waitFor();
    expect(await page.getByLabel('Reason').inputValue()).toBe(card);
  });

  it('comes back when the memory is gone, with what was written', async () => {
    const { id } = await scope().store({ content: 'Max has a boat.' });
    await go(at(`/memory/${id}?edit=1`));
    await scope().delete(id);
    await page.getByLabel('Text').fill('Max has a red boat.');
    await press('Save');
    await page.getByText('What you typed').waitFor();
    expect(await typed()).toBe('Max has a red boat.');
  });

  it('comes back when the session has ended, and can be sent from the next one', async () => {
    const { id } = await scope().store({ content: 'Max has a bicycle.' });
    await go(at(`/memory/${id}?edit=1`));
    await page.getByLabel('Text').fill('Max has a red bicycle.');
    const { cookies } = await page.context().storageState();
    const other = await demo.enter();
    const theirs = (await other.context.storageState()).cookies;
    await page.context().clearCookies();
    await page.context().addCookies(theirs);
    await press('Save');
    await page.getByText('What you typed').waitFor();
    expect(await typed()).toBe('Max has a red bicycle.');
    await press('Send again');
    await expect.poll(async () => (await scope().get(id))?.content).toBe('Max has a red bicycle.');
    await page.waitForLoadState();
    expect(cookies).not.toEqual(theirs);
    await other.context.close();
  });

  it('is not left without a question, and Escape asks it too', async () => {
    const { id } = await scope().store({ content: 'Max has a kite.' });
    await go(at(`/memory/${id}?edit=1`));
    await page.getByLabel('Text').fill('Max has a green kite.');
    const asked: string[] = [];
    const answer = (leave: boolean) =>
      page.once('dialog', (dialog) => {
        asked.push(dialog.type());
        void (leave ? dialog.accept() : dialog.dismiss());
      });
    answer(false);
    await page.keyboard.press('Escape');
    await expect.poll(() => asked).toEqual(['beforeunload']);
    expect(await typed()).toBe('Max has a green kite.');
    answer(true);
    await page.getByRole('link', { name: 'Browse' }).first().click();
    await page.waitForURL('**/browse**');
    expect(asked).toEqual(['beforeunload', 'beforeunload']);
    expect(await scope().get(id)).toMatchObject({ content: 'Max has a kite.' });
  });
});
