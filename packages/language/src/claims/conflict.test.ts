import { referenceCalibration } from '@mneme/engine/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decideConflict } from './conflict.ts';

const calibration = { ...referenceCalibration, related: 0.6, duplicate: 0.9 };

function decide(stored: string, incoming: string, similarity?: number) {
  return decideConflict(
    { stored: { content: stored }, incoming: { content: incoming }, similarity },
    { calibration },
  );
}

/** The words alone decide these: whether there is no similarity, a low one or a high one. */
const similarities = [undefined, 0.7, 0.95];

describe('decideConflict', () => {
  test.each([
    ['Prefers bullet points', 'User prefers bullet points.'],
    ['I live in Porto', "I'm living in Porto."],
    ['The key rotates every 30 days', 'Key rotates every thirty days!'],
    ['Ada paid $1,200 on 3 May', 'Ada paid 1200 dollars on May 3'],
    ['“Quoted” text', '"quoted" text'],
    ['我住在上海', '我住在上海。'],
    ['用户喜欢喝茶', '我喜欢喝茶'],
    ['会议在下午三点', '会议在下午3点'],
    ['用 Postgres 存数据', '用Postgres存数据'],
  ])('says that %j and %j are the same', (stored, incoming) => {
    for (const similarity of [0.93, 0.95]) {
      expect(decide(stored, incoming, similarity).relation).toBe('same');
      expect(decide(incoming, stored, similarity).relation).toBe('same');
    }
  });

  test.each([
    ['Prefers bullet points', 'prefers  bullet points.'],
    ['Has 3 cats', 'Has three cats'],
    ['我喜欢喝茶', '我喜欢喝茶！'],
  ])('needs no similarity for %j and %j', (stored, incoming) => {
    expect(decide(stored, incoming).relation).toBe('same');
  });

  test('takes another word for the same only perhaps, and when the embedder finds them near', () => {
    const pair = [
      'A guest parked the van behind a shed',
      'A visitor parked the van behind the shed',
    ];
    expect(decide(pair[0]!, pair[1]!, 0.95).relation).toBe('contested');
    expect(decide(pair[0]!, pair[1]!, 0.85).relation).toBe('contested');
    expect(decide(pair[0]!, pair[1]!).relation).toBe('distinct');
  });

  test('is not sure of one word for another in a short statement, but of one more', () => {
    const pair = ['A man fried an egg', 'A man cooked an egg'] as const;
    expect(decide(...pair, 0.97).relation).toBe('contested');
    expect(decide(...pair, 0.93).relation).toBe('contested');
    const more = ['A man fried an egg', 'A young man fried an egg'] as const;
    expect(decide(...more, 0.93).relation).toBe('same');
  });

  test('does not take Chinese texts that differ in weak words for the same where the vectors are far apart', () => {
    expect(decide('那很便宜', '也就便宜了', 0.92).relation).toBe('same');
    expect(decide('那很便宜', '也就便宜了', 0.6).relation).toBe('distinct');
  });

  test('takes no long account that is told in another order for news', () => {
    const stored =
      'Otto lived in Gdansk with his wife, taught geometry in Krakow and built small wooden boats for the village school';
    const incoming =
      'Otto lived in Krakow with his wife, built small wooden boats in Gdansk and taught geometry for the village school';
    expect(decide(stored, incoming, 0.97).relation).toBe('distinct');
  });

  test.each([
    // Preferences
    ['Prefers tea', 'Prefers coffee'],
    ['I prefer tea', 'I prefer coffee now'],
    ['My favourite colour is blue', 'My favourite colour is green'],
    ['我更喜欢喝茶', '我更喜欢喝咖啡'],
    ['我最喜欢的颜色是蓝色', '我最喜欢的颜色是绿色'],
    // Where one lives and works
    ['Lives in Porto', 'Moved to Lisbon'],
    ['User lives in Porto', 'User moved to Lisbon last month'],
    ['Works at Google as an engineer', 'Now works at Amazon as a manager'],
    ['Works at Google', 'Joined Amazon'],
    ['我住在波尔图', '我搬到里斯本了'],
    ['我在谷歌工作', '我跳槽到字节跳动了'],
    ['我在谷歌工作', '我在微软工作'],
    // Named changes
    ['Favourite editor is Vim', 'Switched from Vim to Emacs'],
    ['The project uses Postgres', 'The project switched from Postgres to MySQL'],
    ['项目用 Postgres', '项目从 Postgres 换成 MySQL'],
    // Times
    ['The meeting is on Tuesday', 'The meeting was moved to Thursday'],
    ['The deadline is 20 April', 'The deadline was extended to 25 April'],
    ["Ada's birthday is 3 May", "Ada's birthday is 4 May"],
    ['会议在周二', '会议改到周四'],
    ['我的生日是五月三日', '我的生日是五月四日'],
    // Numbers
    ['The budget is $500', 'The budget is now $600'],
    ['The team has 5 engineers', 'The team has 6 engineers'],
    ['My phone number is 555-1234', 'My phone number is 555-9876'],
    ['Python version is 3.11', 'Python version is 3.12'],
    ['预算是500元', '预算改成600元'],
    ['预算是五百元', '预算是六百元'],
  ])('lets %j give way to %j', (stored, incoming) => {
    for (const similarity of similarities) {
      expect(decide(stored, incoming, similarity).relation).toBe('update');
    }
  });

  test.each([
    ['Allergic to nuts', 'Not allergic to nuts'],
    ['I am allergic to nuts', "I'm no longer allergic to nuts"],
    ['Smokes', 'Quit smoking'],
    ['I smoke a pack a day', 'I stopped smoking'],
    ['Likes coffee', 'Hates coffee'],
    ['We deploy on Fridays', 'We no longer deploy on Fridays'],
    ['我喜欢喝茶', '我不喜欢喝茶'],
    ['我对花生过敏', '我对花生不过敏了'],
    ['我抽烟', '我戒烟了'],
    ['我每天喝咖啡', '我不再喝咖啡了'],
  ])('finds that %j is contradicted by %j', (stored, incoming) => {
    for (const similarity of similarities) {
      expect(decide(stored, incoming, similarity)).toMatchObject({
        relation: 'update',
        kind: 'contradiction',
      });
    }
  });

  test.each([
    ['Meeting with Bob on Tuesday', 'Meeting with Bob on Thursday'],
    ['会议在周二下午', '会议在周四下午'],
    ['Has never been to Japan', 'Went to Japan in May'],
    ['我从没去过日本', '我去年去了日本'],
    ['User is a student at the night school', 'User graduated from the night school'],
    ['User lives in Berlin', '用户住在柏林'],
  ])('doubts that both %j and %j hold', (stored, incoming) => {
    for (const similarity of similarities) {
      expect(decide(stored, incoming, similarity).relation).toBe('contested');
    }
  });

  test.each([
    ['User works at Acme', 'I left Acme and started at Globex last week'],
    ['I am vegetarian', 'I eat meat again'],
    ['Tom is my boss', 'Anna is my boss now'],
    ["User's boss is Tom", 'Anna is the boss of the user now'],
    ['我在腾讯工作', '我从腾讯离职，加入了美团'],
    ['我吃素', '我又开始吃肉了'],
    ['王芳是我的领导', '我的领导换成了李强'],
  ])('reads the change in one sentence: %j, then %j', (stored, incoming) => {
    for (const similarity of similarities) {
      expect(decide(stored, incoming, similarity).relation).toBe('update');
    }
  });

  test.each([
    ['User lives in Berlin', "User's parents live in Hamburg"],
    ["Q1's revenue was 2 million", "Q2's revenue was 3 million"],
    ['用户对花生过敏', '用户的哥哥对花生不过敏'],
    ["Ada's dog is called Rex", "Ben's dog is called Max"],
    ['User prefers an aisle seat', 'User prefers a vegetarian meal'],
    ['The budget was 500 euros in 2025', 'The budget is 600 euros in 2026'],
    ['上周的销售额是五万', '这周的销售额是六万'],
    ['The space show in the planetarium is bonkers', "I've never been to a planetarium"],
    [
      'I set aside $300 a month for the garden, is that enough?',
      'My garden budget was just increased to $380, what should I plant?',
    ],
  ])('hides nothing of %j by %j', (stored, incoming) => {
    for (const similarity of similarities) {
      expect(decide(stored, incoming, similarity).relation).not.toMatch(/same|update/);
    }
  });

  test.each([
    ['Marcus is the head of design', 'Priya took over from Marcus as head of design'],
    ['财务总监是孙丽', '钱伟接替孙丽出任财务总监'],
    ['User uses Notion for notes', 'User dropped Notion in favour of Obsidian'],
    ['服务运行在Java 8上', '服务已经从Java 8升级到Java 17'],
    ["User's camera is a Canon EOS R", 'User swapped the Canon EOS R for a Sony A7'],
    ['用户的手机是小米11', '用户把小米11换成了华为Mate 60'],
    ['User is dating Priya', 'User got engaged to Priya'],
    ['用户和阿哲订婚了', '用户和阿哲结婚了'],
    ["User's daughter Lily is 6 years old", 'Lily turned 7'],
    ['用户的女儿朵朵6岁', '朵朵7岁了'],
    ['The tax return is half done', 'The tax return is finished'],
    ['登录模块正在开发', '登录模块已经上线'],
    ['User rents an apartment downtown', 'User bought a condo and gave up the rental'],
    ['User goes by Mandy', 'User prefers to be called Amanda'],
    ['用户希望回答用英文', '以后用中文回答用户'],
    ['User takes 10 mg of lisinopril daily', "User's lisinopril dose was raised to 20 mg"],
    ['用户体重82公斤', '用户瘦到78公斤了'],
    ["User's brother Ivo, a nurse, lives in Split", 'Ivo moved to Zadar'],
    [
      "User's best friend is Carla, who lives in Rome",
      'Carla, User’s best friend, has moved to Milan',
    ],
    ['User is vegan', 'User eats fish again because of low iron'],
    ['User gave up alcohol', 'User drinks alcohol again'],
    ['用户戒了咖啡', '用户因为加班又开始喝咖啡了'],
  ])('knows the change whatever the words: %j, then %j', (stored, incoming) => {
    for (const similarity of similarities) {
      expect(decide(stored, incoming, similarity).relation).toBe('update');
    }
  });

  test.each([
    ['User is married to Julia', "Julia is User's wife"],
    ['用户的妻子叫陈静', '陈静是用户的妻子'],
    ["User's manager is Henrik", 'User reports to Henrik'],
    ['User has a cat named Pixel', "Pixel is User's cat"],
    ['The team decided to use Kafka', 'The decision was to go with Kafka'],
    ['颜色定为蓝色', '最终选定的颜色是蓝色'],
    ['User is allergic to penicillin', 'User cannot take penicillin because of an allergy'],
    ['用户对青霉素过敏', '用户不能用青霉素，会过敏'],
    ['User prefers dark mode', 'User likes dark themes best'],
    ['User hates meetings before 10', 'User wants no meetings earlier than 10'],
    ['The report is due on Friday', 'The report must be finished by Friday'],
    ['报告的截止日期是5月12日', '报告要在5月12日之前完成'],
    ['用户有两个孩子', '用户有俩孩子'],
  ])('knows the same in other words, from either side: %j, then %j', (stored, incoming) => {
    for (const similarity of similarities) {
      expect(decide(stored, incoming, similarity).relation).toBe('same');
      expect(decide(incoming, stored, similarity).relation).toBe('same');
    }
  });

  test.each([
    ['Nadia chairs the book club', 'Owen has taken over as treasurer of the book club'],
    ['User uses Notion for notes', 'User switched from Trello to Asana for tasks'],
    ['User drives a 2012 Honda Civic', "User's brother sold the Honda Civic and bought a Mazda"],
    ["User's daughter Lily is 6 years old", "User's niece Lily is 9 years old"],
    ["User's daughter Lily is 6 years old", "Lily's friend Ruth turned 7"],
    ["User's daughter is called Lily", "User's daughter is called Rose"],
    ['User rents a flat in Leith', "User's sister bought a house in Portobello"],
    ['User takes 10 mg of lisinopril daily', "User's metformin dose was raised to 20 mg"],
    ["User's manager is Henrik", 'Henrik reports to User'],
    ['User reports to Henrik', 'User reports to Olga on safety matters'],
    ["User's mother is Helga", "Helga is the mother of User's wife"],
    ['User has a shellfish allergy', 'User is allergic to cats'],
    ['User quit smoking', 'User started swimming again due to stress'],
    ['User prefers short answers when coding', 'User prefers detailed answers about health'],
    ['User wants answers in English at work', 'User wants answers in German about recipes'],
    ['The report is due on Friday', 'The report must be reviewed by Monday'],
    ['登录模块正在开发', '支付模块已经上线'],
    ['用户的老板是黄总', '黄总向用户汇报'],
    ['用户喜欢设计', '用户喜欢测试'],
    ['用户戒烟了', '用户又开始健身了'],
    ['用户每天吃10毫克氨氯地平', '用户的二甲双胍加到20毫克了'],
  ])('keeps both of two, whatever the words: %j, then %j', (stored, incoming) => {
    expect(decide(stored, incoming, 0.7).relation).toBe('distinct');
    for (const similarity of similarities) {
      expect(decide(stored, incoming, similarity).relation).not.toMatch(/same|update/);
    }
  });

  test('tells speakers apart who say the same of themselves', () => {
    const say = (content: string, [ada, ben]: [string | undefined, string | undefined]) =>
      decideConflict(
        {
          stored: { content, speaker: ada },
          incoming: { content, speaker: ben },
          similarity: 1,
        },
        { calibration },
      ).relation;
    expect(say('I am allergic to peanuts', ['Ada', 'Ben'])).toBe('distinct');
    expect(say('Allergic to peanuts', ['Ada', 'Ben'])).toBe('distinct');
    expect(say('I am allergic to peanuts', ['Ada', 'Ada'])).toBe('same');
    expect(say('I am allergic to peanuts', [undefined, 'Ada'])).toBe('contested');
    expect(say('The office is in Porto', ['Ada', 'Ben'])).toBe('same');
    const told = decideConflict(
      {
        stored: { content: 'Ada lives in Porto' },
        incoming: { content: 'I moved to Faro', speaker: 'Ada' },
        similarity: 0.5,
      },
      { calibration },
    );
    expect(told.relation).toBe('update');
  });

  test.each([
    // Another one
    ['Bob likes chess', 'Alice likes chess'],
    ['Bob lives in Porto', 'Alice lives in Lisbon'],
    ["Ada's birthday is 3 May", "Bob's birthday is 4 May"],
    ["Mother's name is Ann", "Father's name is Tom"],
    ['我住在上海', '我妈妈住在北京'],
    ['小明喜欢下棋', '小红喜欢下棋'],
    // Another object where several may hold
    ['Bob likes chess', 'Bob likes tennis'],
    ['Likes tea', 'Likes coffee'],
    ['I like tea', 'I like tea and coffee'],
    ['Speaks French', 'Speaks German'],
    ['Has a dog named Rex', 'Has a dog named Max'],
    ['Writes C', 'Writes C++'],
    ['我喜欢茶', '我喜欢咖啡'],
    ['我用 Linux', '我用 Windows'],
    ['我养了一只猫', '我养了一条狗'],
    // Another attribute
    ['My favourite colour is blue', 'My favourite food is pizza'],
    ['Prefers tea in the morning', 'Prefers short answers'],
    ['Works at Google', 'Works on weekends'],
    ['Lives in Porto', 'Lives with two cats'],
    // Another event
    ['Went swimming on Tuesday', 'Went swimming on Thursday'],
    ['Ran 5 km on Monday', 'Ran 8 km on Tuesday'],
    ['Visited Paris in 2019', 'Visited Paris in 2022'],
    ['周二去游泳了', '周四去游泳了'],
    // Other roles
    ['Bob gave Alice a book', 'Alice gave Bob a book'],
    ['The train from Paris to Lyon', 'The train from Lyon to Paris'],
    ['我告诉你', '你告诉我'],
    // A question, a plan
    ['Bob is allergic to nuts', 'Is Bob allergic to nuts?'],
    ['I live in Porto', 'I will move to Lisbon next year'],
    // Code says different things in the same frame
    ['Run this: ```a = 1```', 'Run this: ```a = 2```'],
  ])('keeps both %j and %j', (stored, incoming) => {
    for (const similarity of similarities) {
      expect(decide(stored, incoming, similarity).relation).toBe('distinct');
    }
  });

  test('reads words that are also names of properties', () => {
    expect(
      decide('The constructor takes 3 arguments', 'The constructor takes 4 arguments').relation,
    ).not.toBe('same');
    expect(decide('toString', '__proto__').relation).toBe('distinct');
  });

  test.each([
    ['我', 'I'],
    ['我 never', 'not'],
    ['Bob 3', '3 Bob'],
    ['tea May', 'May'],
    ['Bob May', 'May'],
  ])('decides on %j and %j alike, whichever came first', (one, other) => {
    for (const similarity of [0, 0.65, 0.9, 1]) {
      const there = decide(one, other, similarity).relation === 'same';
      expect(decide(other, one, similarity).relation === 'same').toBe(there);
    }
  });

  test('gives reasons that repeat nothing of the texts', () => {
    const { reason } = decide('Secret plan costs $500', 'The secret plan costs now $600');
    expect(reason).not.toMatch(/secret|plan|500|600/i);
  });
});

const text = fc.oneof(
  fc.string({ maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.lorem({ maxCount: 8 }),
  fc
    .array(
      fc.constantFrom(
        'I',
        'not',
        'never',
        'prefer',
        'tea',
        'Bob',
        'in',
        '3',
        'May',
        '我',
        '不',
        '喜欢',
        '茶',
        '搬到',
        ',',
        '.',
        '?',
        '```',
      ),
      { maxLength: 12 },
    )
    .map((words) => words.join(' ')),
);
const cosine = fc.option(fc.double({ min: -1, max: 1, noNaN: true }), { nil: undefined });

describe('decideConflict, on any texts', () => {
  test('never throws, and `same` does not depend on the order', () => {
    fc.assert(
      fc.property(text, text, cosine, (a, b, similarity) => {
        const there = decide(a, b, similarity).relation === 'same';
        expect(decide(b, a, similarity).relation === 'same').toBe(there);
      }),
    );
  });

  test('a text is the same as itself, whatever its case, white space and full stop', () => {
    fc.assert(
      fc.property(text, (a) => {
        expect(decide(a, a).relation).toBe('same');
        expect(decide(a, `  ${a} `).relation).toBe('same');
      }),
    );
    fc.assert(
      fc.property(fc.lorem(), (a) => {
        expect(decide(a, `${a.toUpperCase().replaceAll(' ', '\t ')}.`).relation).toBe('same');
      }),
    );
  });

  test('a changed number is never the same', () => {
    const number = fc.nat({ max: 1_000_000 });
    fc.assert(
      fc.property(text, text, number, number, cosine, (before, after, one, other, similarity) => {
        fc.pre(one !== other);
        const [a, b] = [one, other].map((value) => `${before} ${value} ${after}`) as [
          string,
          string,
        ];
        expect(decide(a, b, similarity).relation).not.toBe('same');
      }),
    );
  });

  test('a denied text is never the same', () => {
    fc.assert(
      fc.property(fc.lorem({ maxCount: 8 }), cosine, (a, similarity) => {
        expect(decide(`they ${a}`, `they never ${a}`, similarity).relation).not.toBe('same');
      }),
    );
  });

  test('a long text takes no longer than it may', () => {
    const long = 'The quick brown fox jumps over the lazy dog, and never on 3 May. '.repeat(500);
    const started = performance.now();
    decide(long, `${long} Today.`, 0.99);
    expect(performance.now() - started).toBeLessThan(500);
  });
});
