import { readFileSync } from 'node:fs';
import type { MemoryRecord } from '@mneme/core';
import { describe, expect, it } from 'vitest';
import { exportAs } from '../src/index.ts';
import { usePlace } from './place.ts';

const place = usePlace();

/** What an export restores. */
function comparable({
  content,
  kind,
  category,
  importance,
  tags,
  metadata,
  evidence,
  ...more
}: MemoryRecord) {
  const { occurredAt, expiresAt, source } = more;
  const { externalId: _, ...said } = source;
  const fields = {
    content,
    kind,
    category,
    importance,
    tags,
    metadata,
    evidence,
    occurredAt,
    expiresAt,
  };
  return { ...fields, source: said };
}

const note = `---
title: Coffee brewing
type: note
tags: [coffee, brewing]
permalink: drinks/coffee
created: 2025-10-24
modified: 2025-11-01T10:00:00Z
rating: yes
---
# Coffee brewing

## Observations
- [method] Pour over gives a clean cup #brewing #v60 (from Ada)
- [decision] Buy beans weekly
- [ ] clean the grinder
- [x] descale
- [-] given up
- [a link](https://example.com)

## Relations
- pairs_with [[Chocolate]]

## Notes
Water at 93 degrees.
`;

describe('notes in Markdown', () => {
  it('are read from the archive of archives that Notion sends, without its ids in titles', async () => {
    const page = 'Lighthouse 1a2b3c4d5e6f47a8b9c0d1e2f3a4b5c6.md';
    const inner = await place.zip('inner.zip', { [page]: 'The lamp is changed in May.' });
    const path = await place.zip('export.zip', {
      'ExportBlock-1234-Part-1.zip': readFileSync(inner),
    });
    await place.gives(path, {
      report: { format: 'markdown', problemCount: 0 },
      records: [
        { content: expect.stringMatching(/^Lighthouse\W/), metadata: { title: 'Lighthouse' } },
      ],
    });
    const broken = await place.zip('broken.zip', { 'a.zip': 'no archive' });
    await expect(place.import(broken)).rejects.toThrow('a.zip');
  });

  it('leave out the data of a drawing', async () => {
    const data = 'N4KAkARALgngDgUwgLgAQQQDwMYEMA2AlgCYBOuA7hADTgQBuCpAzoQPYB2KqATL'.repeat(40);
    const drawing = `---\nexcalidraw-plugin: parsed\n---\n## Text Elements\nThe quay is closed\n\n## Drawing\n\`\`\`compressed-json\n${data}\n\`\`\`\n`;
    place.write('drawn/Drawing.excalidraw.md', drawing);
    const report = await place.import(place.path('drawn'));
    expect(report).toMatchObject({ skipped: { media: 1 } });
    const texts = (await place.contents('ada')).join('\n');
    expect(texts).toContain('The quay is closed');
    expect(texts).not.toContain('N4KAkAR');
  });

  it('give a fact per observation and one per other section; importing again adds nothing', async () => {
    place.write('vault/drinks/coffee.md', note);
    const report = await place.import(place.path('vault'));
    expect(report).toMatchObject({ format: 'markdown', skipped: {}, problemCount: 0 });
    const all = await place.all();
    const by = (words: string) => all.find(({ content }) => content.includes(words));
    expect(by('Pour over')).toMatchObject({
      content: 'Pour over gives a clean cup #brewing #v60',
      tags: ['coffee', 'brewing', 'method', 'v60'],
      occurredAt: '2025-11-01T10:00:00.000Z',
      source: { documentPath: 'drinks/coffee.md' },
      metadata: {
        title: 'Coffee brewing',
        context: 'from Ada',
        rating: 'yes',
        created: '2025-10-24',
      },
    });
    expect(by('beans')).toMatchObject({ category: 'decision_log' });
    expect(by('93 degrees')?.content).toBe('Coffee brewing\n## Notes\nWater at 93 degrees.');
    expect(by('Chocolate')?.content).toContain('pairs_with [[Chocolate]]');
    for (const words of ['grinder', 'descale', 'a link'])
      expect(by(words)?.content).toContain('## Observations');
    expect(await place.import(place.path('vault'))).toMatchObject({
      created: 0,
      confirmed: report.created,
    });
  });

  it('are recognised by their permalink after a move, and add only what is new', async () => {
    await place.import(place.write('a/coffee.md', note));
    const before = (await place.all()).length;
    await place.import(place.write('b/moved.md', `${note}\n## More\nGrind fresh.\n`));
    expect((await place.all()).length).toBe(before + 1);
  });

  it('may have any front matter', async () => {
    place.write('v/rule.md', '---\n\nA rule at the top is no front matter.\n\n---\n\nMore.\n');
    place.write('v/colon.md', '---\ntitle: Tea: a note\ntags: green, black\n---\nSteep it.\n');
    place.write('v/crlf.md', '\ufeff---\r\ntitle: "007"\r\n---\r\nBond.\r\n');
    place.write('v/list.md', '---\n- a\n- b\n---\nBody of a list.\n');
    place.write(
      'v/bomb.md',
      `---\na: &a [x, x]\nb: [${'*a, '.repeat(50)}*a]\n---\nBody of a bomb.\n`,
    );
    place.write('v/only.md', '---\ntitle: Nothing\n---\n');
    place.write('v/empty.md', '');
    const report = await place.import(place.path('v'));
    expect(report).toMatchObject({ skipped: { empty: 2 }, problemCount: 0 });
    const contents = await place.contents();
    expect(contents).toContain('Tea: a note\nSteep it.');
    expect((await place.all()).find(({ content }) => content.includes('Steep'))?.tags).toEqual([
      'green',
      'black',
    ]);
    expect(contents).toContain('007\nBond.');
    expect(contents.join('\n')).toContain('A rule at the top is no front matter.');
    expect(contents.join('\n')).toContain('Body of a bomb.');
  });

  it('from a vault are read without settings, trash and media, in any encoding of names', async () => {
    place.write('vault/.obsidian/notes.md', 'settings');
    place.write('vault/.trash/old.md', 'thrown away');
    place.write('vault/cup.png', 'PNG');
    place.write('vault/board.canvas', '{}');
    place.write('vault/latin.md', Buffer.from('caf\xe9', 'latin1'));
    place.write(
      'vault/Caf\u0065\u0301.md',
      'See [[Tea|the tea]] and ![[cup.png]] #drinks/hot ^block',
    );
    const report = await place.import(place.path('vault'));
    expect(report).toMatchObject({ created: 1, skipped: { media: 2, broken: 1 } });
    expect(report.problems).toMatchObject([{ at: 'latin.md', message: 'is not valid UTF-8' }]);
    expect(await place.all()).toMatchObject([
      { tags: ['drinks/hot'], source: { documentPath: 'Café.md' }, metadata: { title: 'Café' } },
    ]);
  });

  it('are split into passages if long, without loss', async () => {
    const words = Array.from({ length: 3000 }, (_, index) => `word${index}`).join(' ');
    await place.import(place.write('long.md', words));
    const found = (await place.contents()).join(' ').match(/word\d+/g);
    expect(new Set(found)).toEqual(new Set(words.split(' ')));
  });

  it('are written with the conversations by time, the turns of each in order, and turns of none', async () => {
    const alone = { kind: 'episode', content: 'Turn 1 of 0', occurredAt: '2026-05-03' } as const;
    await place.memory.scope('ada').store(alone);
    for (const [session, sequence] of [
      ['z', 2],
      ['b', 1],
      ['z', 1],
    ] as const)
      await place.memory.scope('ada').store({
        content: `Turn ${sequence} of ${session}`,
        kind: 'episode',
        source: { session, sequence, speaker: 'Ada' },
        occurredAt: session === 'b' ? '2026-05-02' : '2026-05-01',
      });
    let text = '';
    const now = new Date('2026-05-02T00:00:00Z');
    for await (const piece of exportAs(place.memory, { format: 'markdown', now })) text += piece;
    expect(text.match(/Conversation .|Turn . of ./g)).toEqual([
      ...['Conversation z', 'Turn 1 of z', 'Turn 2 of z', 'Conversation b', 'Turn 1 of b'],
      'Turn 1 of 0',
    ]);
  });

  it.each([
    'We fixed it in PR #4413 #backend',
    'The brand colour is #ff8800',
    'Written in C# #2',
    '工单号是 #5521',
    'We post in #heron-ops',
  ])('keep the text after a number sign: %s', async (said) => {
    await place.import(place.write('note.md', `- [fact] ${said}\n`));
    expect(await place.contents()).toEqual([said]);
  });

  it('written by an export give the same memories, whatever their texts are', async () => {
    const contents = [
      'Lena plays the cello',
      'We post in #heron-ops',
      'Call me (after six)',
      '```\nnpm test\n```',
      '~~~\nnpm test\n~~~',
      'def f():\n    return 1\n\n\n    # done',
      'The steps:\n\n1. stop\n2. start\n- [fact] not an item\n# not a heading',
      '[x] The contract is signed',
      'Tags: urgent, billing',
      '会议在周二（线上）#项目',
      'Ends like an item (2026-03-01T09:00:00.000Z)',
      'Has a comment <!-- mneme {"a":1} --> in it',
      'Has --> and <!-- in it',
      '---\ntitle: x\n---',
    ];
    const scope = place.memory.scope('user:ada');
    for (const [index, content] of contents.entries())
      await scope.store(
        { content, importance: 4, tags: [`t ${index}`, '#a>b'], metadata: { index } },
        { onConflict: 'keepBoth' },
      );
    const turns = contents.map((content, at) => ({ content, speaker: at % 2 ? 'Ada' : undefined }));
    const { ids } = await scope.episodes.append(turns, { session: 'one day' });
    await scope.store({
      content: 'Ada is well',
      evidence: ids.slice(0, 1),
      expiresAt: '2099-01-01',
    });
    let text = '';
    for await (const piece of exportAs(place.memory, { format: 'markdown', now: new Date() }))
      text += piece;
    const was = (await place.all('user:ada')).map(comparable);
    const path = place.write('memories.md', text);
    expect(await place.import(path)).toMatchObject({ created: 0, confirmed: was.length });
    await scope.erase();
    expect(await place.import(path)).toMatchObject({ created: was.length, problems: [] });
    const { memories } = await scope.list({ limit: 100 });
    const known = new Map(memories.map(({ id, source }) => [id, source.externalId ?? id]));
    const now = (await place.all('user:ada')).map(({ evidence, ...record }) =>
      comparable({ ...record, evidence: evidence?.map((id) => known.get(id) as string) }),
    );
    expect(now).toEqual(was);
  });

  it('keep what somebody has changed in or added to an export', async () => {
    await place.memory.scope('ada').store({ content: 'Lena plays the cello', tags: ['music'] });
    let text = '';
    for await (const piece of exportAs(place.memory, { format: 'markdown', now: new Date() }))
      text += piece;
    await place.memory.scope('ada').erase();
    const changed = text.replace('the cello', 'the cello and sings');
    await place.import(place.write('memories.md', `${changed}\nBuy strings.\n`));
    const all = await place.contents();
    expect(all).toContain('Lena plays the cello and sings');
    expect(all.join('\n')).toContain('Buy strings.');
    expect(all).toHaveLength(2);
  });

  it('include rules of coding agents, which have other file extensions', async () => {
    place.write('repo/.cursorrules', 'Use tabs.');
    place.write('repo/AGENTS.md', '# Build\nRun pnpm build.');
    expect(await place.import(place.path('repo'))).toMatchObject({
      format: 'markdown',
      created: 2,
    });
  });
});
