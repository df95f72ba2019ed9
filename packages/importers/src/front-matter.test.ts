import { describe, expect, it } from 'vitest';
import { readFrontMatter } from './front-matter.ts';

const read = (head: string) => readFrontMatter(`---\n${head}\n---\nBody`).values;

describe('front matter', () => {
  it.each([
    ['title: Coffee\nrating: yes\nnumber: 007', { title: 'Coffee', rating: 'yes', number: '007' }],
    ["tags: [a, \"b, c\", 'it''s']", { tags: ['a', 'b, c', "it's"] }],
    ['tags: [a,\n  b]', { tags: ['a', 'b'] }],
    ['tags:\n- a\n- "b c"\n# no\n- d # why', { tags: ['a', 'b c', 'd'] }],
    ['tags:\n  - a long\n    item\n  - b', { tags: ['a long item', 'b'] }],
    ['title: "a: \\"b\\""\nname: \'c # d\'', { title: 'a: "b"', name: 'c # d' }],
    [
      'text: |\n  one\n\n  two\nmore: >-\n  three\n  four',
      { text: 'one\n\ntwo', more: 'three four' },
    ],
    ['text: a line\n  that goes on\nb: c', { text: 'a line that goes on', b: 'c' }],
    ['metadata:\n  type: user\n  of: me', { metadata: { type: 'user', of: 'me' } }],
    [
      'date created: 2024-01-01\n"a key": b\nä: ü',
      { 'date created': '2024-01-01', 'a key': 'b', ä: 'ü' },
    ],
    ['# a comment\na: b # c\nd:\ne: #f', { a: 'b', d: '', e: '' }],
    ['title: Tea: a note\nurl: https://x.y:1/z', { title: 'Tea: a note', url: 'https://x.y:1/z' }],
    ['globs: *.ts,*.md\nalways: true', { globs: '*.ts,*.md', always: 'true' }],
    [
      '__proto__: a\nconstructor: b',
      Object.fromEntries([
        ['__proto__', 'a'],
        ['constructor', 'b'],
      ]),
    ],
  ])('reads %j', (head, values) => {
    expect(read(head)).toEqual(values);
  });

  it.each(['? a\n: b', '- a\n- b', 'only words', '[a, b]'])(
    'is ignored if it has no field names: %j',
    (head) => {
      const note = `---\n${head}\n---\nBody`;
      expect(readFrontMatter(note)).toEqual({ values: {}, body: note });
    },
  );

  it('does not resolve references, and reads fields nested more than twice as text', () => {
    expect(read('a: &x [y]\nb: *x')).toEqual({ a: '&x [y]', b: '*x' });
    expect(read('a:\n  b:\n    c: d')).toEqual({ a: { b: 'c: d' } });
  });

  it('takes only milliseconds, whatever the input', () => {
    // A parser of YAML takes 17 seconds for the first of these at 800 bytes.
    const parts = [
      '? ',
      '? ? ',
      ' ? ',
      'a: b: c',
      '- ',
      '[',
      '{',
      '"',
      "'",
      '&a ',
      ' ',
      '\n',
      ' #',
    ];
    for (const part of [
      ...parts,
      'a:\n ',
      'a: [',
      '- x\n',
      '--- ',
      '\n--- ',
      'k: v\n',
      '|\n',
      "''",
    ])
      for (const start of ['', 'a: ', 'a: "', 'a: [', 'a:\n'])
        for (const size of [800, 65_000, 2_000_000]) {
          const before = process.cpuUsage();
          readFrontMatter(`---\n${start}${part.repeat(size / part.length)}\n---\nBody`);
          const { user, system } = process.cpuUsage(before);
          expect((user + system) / 1000, `${start}${part} ${size}`).toBeLessThan(500);
        }
  });
});
