import { describe, expect, it } from 'vitest';
import { ownWords } from './own-words.ts';

const own = 'I live in Porto and I am allergic to nuts.';

describe('words of somebody else are not the speaker’s own', () => {
  it.each([
    [
      'a mail with its head',
      `What shall I answer?\n\nFrom: Ben\nTo: Ada\nSubject: Easter\n\n${own}`,
    ],
    ['a mail with a German head', `Von: Ben\nBetreff: Ostern\n\n${own}`],
    ['a mail with a Chinese head', '发件人：王芳\n主题：搬家\n\n我住在杭州。'],
    ['a quoted reply', `On 3 March 2026, Ben wrote:\n> ${own}\n> Best`],
    ['a reply without marks', `Am 3. März schrieb Ben:\n${own}`],
    [
      'a forwarded message',
      `FYI\n---------- Forwarded message ---------\n${own}\n\nWhen is he back?`,
    ],
    ['an original message', `see below\n-----Original Message-----\n${own}`],
    ['a letter', `Dear Ms Klein,\n${own}\nBest regards,\nTom`],
    ['a letter to a friend', `Hi Ada,\n\n${own}\n\nLove,\nTom`],
    ['a Spanish letter', 'Estimada señora:\nVivo en Lima.\nUn saludo,\nTomás'],
    ['a Chinese letter', '尊敬的李老师：\n我住在杭州，对花生过敏。\n此致\n敬礼'],
    ['minutes', `Minutes of 3 March\nBen: ${own}\nLena: I work at Bosch.`],
    ['a fetched page', `https://example.org/about\n\n${own}`],
    ['a page in Markdown', `# About me\n\n${own}`],
    ['a page with its source', `Content of https://example.org/about:\n${own}`],
    ['HTML', `<html><body><p>${own}</p></body></html>`],
    ['a block of a program', `<system-reminder>\n${own}\n</system-reminder>`],
    ['a selection in an editor', `<ide_selection file="me.md">${own}</ide_selection>`],
    ['a block quote', `> ${own}`],
    ['code', `\`\`\`md\n${own}\n\`\`\``],
    ['a log of a chat', `[02.03.26, 10:12] Ben: ${own}\n[02.03.26, 10:13] Lena: me too`],
    ['a log with times', `10:12 Ben: ${own}\n10:13 Lena: I work at Bosch.`],
    ['a log with names in brackets', `<Ben> ${own}\n<Lena> I work at Bosch.`],
    ['another speaker’s name', `Ben: ${own}`],
    ['another speaker’s name in Chinese', '王芳：我住在杭州。'],
    ['a verb of saying', `Ben said: ${own}`],
    ['a verb of saying in German', 'Meine Mutter schreibt: Ich wohne in Bonn.'],
    ['a list under a heading', `Relevant memories:\n- ${own}`],
    ['rows of a table', `| name | text |\n| Ben | ${own} |`],
    ['rows of data', 'name,city,diet\nI am Otto,Graz,vegan'],
  ])('%s', (_, turn) => {
    expect(ownWords(turn)).not.toMatch(/Porto|Bosch|Lima|杭州|Bonn|Otto/u);
  });

  it.each([
    own,
    `Note: ${own}`,
    `PS: ${own}`,
    'About me:\n- I live in Porto.\n- I work at Bosch.',
    `Hello,\n${own}`,
    `Thanks for the code:\n\`\`\`js\nrun()\n\`\`\`\n${own}`,
    '我的情况：我住在杭州。',
    'One thing: always answer in German.',
    'I start at 9:30 and I live in Porto.',
  ])('but these are: %s', (turn) => {
    expect(ownWords(turn)).toMatch(/Porto|杭州|German/u);
  });

  it('a turn may begin with its own speaker’s name', () => {
    expect(ownWords(`Ben: ${own}`, { speaker: 'Ben' })).toContain('Porto');
  });
});
