import type { Memory } from '@mneme/core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { noBrowser, shownText } from './browser.ts';
import { type InspectedDemo, inspectDemo } from './inspected-demo.ts';

const allergy = "I can't take penicillin, I have an allergy to it.";

describe.skipIf(noBrowser)('in the inspector a person', () => {
  let demo: InspectedDemo;
  let memory: Memory;
  let page: Page;
  let complaints: string[];
  let go: (path: string) => Promise<void>;

  beforeAll(async () => {
    demo = await inspectDemo();
    ({ memory } = demo);
    ({ page, complaints, go } = await demo.enter());
  });
  afterAll(() => demo?.close());
  beforeEach(() => {
    complaints.length = 0;
    return () => expect(complaints).toEqual([]);
  });

  /** Of the whole page: one that a click opens is read from its beginning on. */
  const text = async (selector = 'main') => {
    await page.waitForLoadState();
    return shownText(page.locator(selector));
  };
  const row = (name: string) => page.getByRole('link', { name, exact: true });
  const ada = () => memory.scope('Ada');
  const factOf = async (content: string) => {
    const { memories } = await ada().list({
      kinds: ['fact'],
      limit: 1000,
      includeSuperseded: true,
    });
    return memories.find((fact) => fact.content === content);
  };

  it('first sees the facts of the demo, newest on top', async () => {
    await go('/');
    expect(page.url()).toContain('/browse?scope=Ada');
    expect(await text()).toMatch(/facts, \d+ turns/);
    const { memories } = await ada().list({ kinds: ['fact'], limit: 50 });
    // Facts of one turn are equally new.
    const newest = memories.filter(({ createdAt }) => createdAt === memories[0]?.createdAt);
    expect(newest.map(({ content }) => content)).toContain(await text('.row .text >> nth=0'));
  });

  it('searches while typing, and can share the address', async () => {
    await page.getByRole('searchbox').fill('allergic to which medicine');
    await page.waitForURL('**q=allergic**');
    expect(await text('.row .text >> nth=0')).toContain('penicillin');
    await page.reload();
    expect(await text('.row .text >> nth=0')).toContain('penicillin');
  });

  it('filters by kind, category, tag, importance, speaker and contested state', async () => {
    for (const [query, expected] of [
      ['kind=all&tag=health', 'penicillin'],
      ['category=task_progress', 'Sines'],
      ['contested=1', 'Ada eats fish now'],
      ['kind=episode&speaker=Iris', 'Iris'],
      ['kind=all&session=2025-11-03-morning-run', 'wet bread'],
      ['importance=5', 'allergy'],
      ['kind=all&expiring=1', '9月10号'],
      ['replaced=1&tag=answers', 'I prefer answers as bullet points.'],
    ] as const) {
      await go(`/browse?scope=Ada&${query}`);
      expect(await text(), query).toContain(expected);
    }
    await go('/browse?scope=Ada&contested=1');
    await page.getByRole('link', { name: 'Remove filter contested' }).click();
    expect(page.url()).not.toContain('contested');
  });

  it('reads a conversation with the facts extracted from it', async () => {
    await go('/conversations?scope=Ada');
    await page.getByRole('link', { name: '2025-11-03-morning-run' }).click();
    expect(await text()).toContain('my legs feel like wet bread');
    const fact = await factOf('Ada now lives in Alvalade');
    const { turns } = await ada().evidence(fact?.id as string);
    await go(`/conversation?scope=Ada&session=${turns[0]?.source.session}`);
    expect(await text('.learned >> nth=0')).toContain('Ada now lives in Alvalade');
  });

  it('sees on the time line when facts were learned and replaced', async () => {
    await go('/timeline?scope=Ada');
    expect(await page.getByRole('img', { name: 'Facts learned' }).count()).toBe(1);
    expect(await text('.replaced .text >> nth=0')).toBe('Wei lives in Shanghai');
  });

  it('tries a recall, sees why each memory is found, and tries it for a past day', async () => {
    await go('/ask?scope=Ada');
    await page.getByLabel('Message to the agent').fill('Where does Ada live now?');
    await page.getByRole('button', { name: 'Ask' }).click();
    await page.getByText('What the model sees').waitFor();
    expect(await text('.block')).toContain('Ada now lives in Alvalade');
    expect(await text('.reasons')).toContain('in the profile');
    expect(await text()).toMatch(/\d+ tokens/);
    await page.getByLabel('As of').fill('2025-11-20');
    await page.getByRole('button', { name: 'Ask' }).click();
    await page.waitForURL('**asOf=2025-11-20**');
    expect(await text('.block')).toContain('Ada lives in Graça');
    expect(await text('.block')).not.toContain('Alvalade');
  });

  it('sees the parts of a score, and why another memory was not found', async () => {
    await go(`/ask?scope=Ada&budget=250&q=${encodeURIComponent('Where did Ada run last spring?')}`);
    expect(await page.locator('.parts li').count()).toBeGreaterThan(2);
    await page.getByLabel('Find a memory').fill('cat');
    await page.getByRole('button', { name: 'Find' }).click();
    await page.locator('.verdict').first().waitFor();
    expect(await text('.verdict >> nth=0')).toMatch(/It is not found|It is found/);
  });

  it('corrects a fact, sees the words that changed, and undoes it', async () => {
    await go('/browse?scope=Ada');
    await row('I prefer aisle seats on flights.').click();
    await page.getByRole('link', { name: 'Edit' }).click();
    await page.getByLabel('Text').fill('I prefer middle seats on flights.');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Changed.').waitFor();
    expect(await text('.history ins >> nth=0')).toBe('middle');
    expect(await text('.history del >> nth=0')).toBe('aisle');
    const changed = await factOf('I prefer middle seats on flights.');
    expect(changed?.supersededBy).toBeUndefined();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone.').waitFor();
    expect(await text('h1')).toBe('I prefer aisle seats on flights.');
  });

  it('changes importance and expiry with one click each, and can remove the expiry', async () => {
    const fact = await factOf(allergy);
    await go(`/memory/${fact?.id}?scope=Ada`);
    await page.getByRole('button', { name: 'Set importance to 3' }).click();
    await page.getByText('Changed.').waitFor();
    expect((await ada().get(fact?.id as string))?.importance).toBe(3);
    await page.getByLabel('Expires').fill('2027-01-31');
    await page.getByRole('button', { name: 'Set', exact: true }).click();
    await page.getByText('expires 31 Jan 2027').waitFor();
    await page.getByRole('button', { name: 'Keep for ever' }).click();
    await page.getByText('expires 31 Jan 2027').waitFor({ state: 'detached' });
    expect((await ada().get(fact?.id as string))?.expiresAt).toBeUndefined();
  });

  it('sees the evidence of a memory, and how it fades', async () => {
    const fact = await factOf('Ada now lives in Alvalade');
    await go(`/memory/${fact?.id}?scope=Ada`);
    expect(await text('.quotes')).toContain('I now live in Alvalade');
    expect(await text('figcaption')).toMatch(/Stored with 4, worth 0\.\d today/);
    await page.locator('.quotes a').click();
    expect(await text('li:target .said')).toContain('Alvalade');
  });

  it('restores an older text, and undoes that', async () => {
    const older = await factOf('I prefer answers as bullet points.');
    await go(`/memory/${older?.id}?scope=Ada`);
    await page.getByRole('button', { name: 'Restore this text' }).click();
    await page.getByText('Restored.').waitFor();
    expect((await factOf('I prefer answers as bullet points.'))?.supersededBy).toBeUndefined();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone.').waitFor();
    expect((await factOf('I prefer answers as bullet points.'))?.supersededBy).toBeDefined();
    expect((await factOf('Ada now lives in Alvalade'))?.supersededBy).toBeUndefined();
  });

  it('deletes a memory with a reason, and can undo that for ten seconds', async () => {
    const fact = await factOf('I prefer aisle seats on flights.');
    const remove = async () => {
      await go(`/memory/${fact?.id}?scope=Ada`);
      await page.getByRole('link', { name: 'Delete' }).click();
      expect(await text()).toMatch(/deleted for good/);
      await page.getByLabel('Reason').fill('she flies no more');
      await page.getByRole('button', { name: 'Delete' }).click();
      await page.getByText('The memory will be deleted in 10 seconds.').waitFor();
    };
    await remove();
    // Nobody is given it any more, from now on.
    expect(await page.locator('.row', { hasText: 'aisle seats' }).count()).toBe(0);
    expect(await ada().get(fact?.id as string)).toBeUndefined();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone.').waitFor();
    await demo.pass();
    expect(await ada().get(fact?.id as string)).toBeDefined();
    await remove();
    await demo.pass();
    await expect
      .poll(() => ada().get(fact?.id as string, { includeExpired: true }))
      .toBeUndefined();
    const lines = await memory.audit({ scope: 'Ada', limit: 10 });
    expect(lines.find(({ id }) => id === fact?.id)).toMatchObject({
      action: 'delete',
      actor: 'inspector',
      reason: expect.stringContaining('she flies no more'),
    });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('It is too late').waitFor();
  });

  it('sees what somebody else changed meanwhile, and loses nothing', async () => {
    const fact = await factOf('I prefer answers as numbered lists.');
    await go(`/memory/${fact?.id}?scope=Ada&edit=1`);
    await ada().update(fact?.id as string, { content: 'I prefer answers as short lists.' });
    await page.getByLabel('Text').fill('I prefer answers as long lists.');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').filter({ hasText: 'Somebody else' }).waitFor();
    expect(await page.getByLabel('Text').inputValue()).toBe('I prefer answers as long lists.');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Changed.').waitFor();
    expect(await factOf('I prefer answers as long lists.')).toBeDefined();
    complaints.length = 0; // The browser logs the 409.
  });

  it('is warned of a secret in a text, and finds it among the refusals', async () => {
    const fact = await factOf(allergy);
    await go(`/memory/${fact?.id}?scope=Ada&edit=1`);
    await page.getByLabel('Text').fill('Her card is 4111 1111 1111 1111');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('looks like a secret').waitFor();
    await go('/attention?scope=Ada');
    expect(await text()).toContain('card_number');
    expect(await text()).not.toContain('4111');
    complaints.length = 0; // The browser logs the 400.
  });

  it('settles a contested pair side by side', async () => {
    const fact = await factOf('Ada eats fish now');
    await go(`/memory/${fact?.id}?scope=Ada`);
    await page.getByRole('link', { name: 'Settle' }).click();
    const pair = page.locator('.pair', { hasText: 'Ada is vegetarian and eats no fish' });
    expect(await shownText(pair)).toContain('Ada eats fish now');
    await pair.getByRole('button', { name: 'The newer one is true' }).click();
    await page.getByText('Settled.').waitFor();
    const older = await factOf('Ada is vegetarian and eats no fish');
    expect(older?.supersededBy).toBe(fact?.id);
    expect(await pair.count()).toBe(0);
  });

  it('checks the scope, makes safe repairs, and sees size, growth and audit log', async () => {
    await go('/attention?scope=Ada');
    await page.getByRole('link', { name: 'Examine this scope' }).click();
    await page.getByText('records looked at').waitFor();
    expect(await text()).toContain('Expired, and not removed yet');
    expect(await text()).toContain('A prune would remove 4 memories');
    await page.getByRole('button', { name: 'Mend 4 safely' }).click();
    await page.getByText('4 mended.').waitFor();
    expect(await text()).toContain('A prune would remove nothing.');
    expect(await text('table')).toContain('inspector');
    expect(await page.getByRole('img', { name: 'Facts learned' }).count()).toBe(1);
  });

  it('edits a document, compares, restores, redacts and deletes versions', async () => {
    await go('/documents?scope=Ada');
    await page.getByRole('link', { name: 'plan.md', exact: true }).click();
    await page.getByRole('link', { name: 'Edit' }).click();
    await page.getByLabel('Text').fill('# Heron\n\nDone.\n');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved as a new version.').waitFor();
    expect(await text('pre.block')).toBe('# Heron\n\nDone.\n');
    await page.getByRole('link', { name: 'Changes' }).first().click();
    expect(await text('.patch')).toContain('+Done.');
    await page.getByRole('button', { name: 'Restore' }).first().click();
    await page.getByText('Restored as a new version.').waitFor();
    expect(await text('pre.block')).toContain('harbour master');
    await page.locator('summary', { hasText: 'Redact' }).first().click();
    await page.getByRole('button', { name: 'Redact' }).first().click();
    await page.getByText('The version is redacted.').waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('The document is deleted.').waitFor();
    await page.getByRole('button', { name: 'Restore' }).first().click();
    await page.getByText('Restored as a new version.').waitFor();
    complaints.length = 0; // The browser logs the 404 of a deleted document.
  });

  it('sees both texts of a document conflict, and creates a new document', async () => {
    await go('/documents?scope=Ada&path=/ada/answers.md&edit=1');
    const store = await ada().stores.open('Notes');
    await store.write({ path: '/ada/answers.md', content: 'from elsewhere\n' });
    await page.getByLabel('Text').fill('mine\n');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Nothing of yours is lost').waitFor();
    expect(await text()).toContain('from elsewhere');
    expect(await page.getByLabel('Text').inputValue()).toBe('mine\n');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved as a new version.').waitFor();
    await page.getByRole('link', { name: 'New document' }).click();
    await page.getByLabel('Path').fill('/new/file.md');
    await page.getByLabel('Text').fill('# New\n');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByText('Saved as a new version.').waitFor();
    expect((await store.read('/new/file.md'))?.content).toBe('# New\n');
    complaints.length = 0; // The browser logs the 409.
  });

  it('erases a conversation with the facts based only on it', async () => {
    await go('/conversation?scope=Ada&session=2025-11-03-morning-run');
    await page.getByText('Erase this conversation').click();
    await page.getByRole('button', { name: 'Erase for good' }).click();
    await page.getByText('The conversation is erased').waitFor();
    expect(await text()).not.toContain('2025-11-03-morning-run');
  });

  it('erases a person by typing the name, and saves a receipt', async () => {
    await go('/scopes?scope=Ada');
    await row('陈伟').click();
    await page.getByRole('link', { name: 'Attention' }).click();
    const button = page.getByRole('button', { name: 'Erase for good' });
    expect(await button.isDisabled()).toBe(true);
    await page.getByLabel('Type 陈伟 to erase it').fill('陈伟');
    await button.click();
    await page.getByText('“陈伟” is erased').waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Save the receipt' }).click();
    const chunks: Buffer[] = [];
    for await (const chunk of await (await download).createReadStream())
      chunks.push(chunk as Buffer);
    const receipt: unknown = JSON.parse(Buffer.concat(chunks).toString());
    expect(await memory.verifyReceipt(receipt)).toMatchObject({ valid: true });
    expect(await memory.scopes()).not.toContain('陈伟');
    await go('/browse?scope=陈伟');
    expect(await text()).toContain('Nothing is remembered here yet.');
  });
});
