/** A sentence with gaps; the lists fill them in order. */
interface Pattern {
  text: (first: string, second: string) => string;
  first: string[];
  second: string[];
}

const split = (list: string) => list.split(', ');

const people = split(
  'Marta, My flatmate, Piotr, My niece, Oskar, My colleague, Hugo, My landlord, Tomas, My aunt, Kofi, My dentist, Denis, My trainer, Felix, My nephew, Emil, My partner, Viktor, My classmate',
);
const 人们 = split(
  '小芳, 我室友, 阿杰, 我侄女, 丽娜, 我同事, 表哥, 我房东, 王阿姨, 我姑姑, 班长, 我牙医, 小雪, 我教练, 赵老师, 我外甥, 婷婷, 我对象, 志远, 我同桌',
);

/** In lower case if it stands within a sentence. */
const low = (name: string) => name.replace(/^My /, 'my ');

function patterns(first: string[], rows: [text: Pattern['text'], second: string][]): Pattern[] {
  return rows.map(([text, second]) => ({ text, first, second: split(second) }));
}

/** The same subjects as the facts: family, food, work, health, travel, things, plans. */
const english = patterns(people, [
  [
    (a, b) => `${a} has a parrot that copies the sound of ${b}`,
    'the doorbell, a kettle, the alarm, an engine',
  ],
  [(a, b) => `${a} cannot stand the smell of ${b}`, 'fish, perfume, petrol, garlic'],
  [
    (a, b) => `${a} rents a room above ${b}`,
    'a pharmacy, a cinema, the post office, a flower shop',
  ],
  [(a, b) => `${a} is training to become ${b}`, 'an electrician, a judge, a diver, a tailor'],
  [(a, b) => `${a} practises the ${b} before work`, 'trumpet, cello, drums, harp'],
  [(a, b) => `${a} spends the holidays in ${b}`, 'Peru, Iceland, Morocco, Vietnam'],
  [
    (a, b) => `${a} always orders ${b} for lunch`,
    'lentil soup, a cheese sandwich, noodles, grilled trout',
  ],
  [(a, b) => `${a} left a ${b} in the taxi`, 'scarf, laptop, suitcase, guitar'],
  [(a, b) => `${a} repairs ${b} in the cellar`, 'radios, clocks, chairs, skateboards'],
  [
    (a, b) => `${a} goes to choir practice on ${b}`,
    'Tuesdays, Wednesdays, Thursdays, alternate Mondays',
  ],
  [
    (a, b) => `${a} was told by the vet to ${b}`,
    'change the food, come back in June, cut the claws, buy a lamp',
  ],
  [(a, b) => `${a} moved the sofa because of ${b}`, 'the draught, the sun, the dog, the new shelf'],
  [
    (a, b) => `${a} paid ${b} for a used washing machine`,
    'ninety euros, sixty pounds, a hundred francs, nothing',
  ],
  [(a, b) => `I lent ${low(a)} my ${b}`, 'ladder, tent, raincoat, dictionary'],
  [(a, b) => `I cooked ${b} when ${low(a)} visited`, 'pancakes, a curry, goulash, paella'],
  [(a, b) => `I want to show ${low(a)} the ${b}`, 'castle, lake, harbour, old bridge'],
  [(a, b) => `My ${b} was a present from ${low(a)}`, 'teapot, backpack, chess set, necklace'],
  [(a, b) => `I was ill in ${b}, so ${low(a)} did the shopping`, 'January, February, June, August'],
]);

const chinese = patterns(人们, [
  [(a, b) => `${a}家的鹦鹉会学${b}的声音`, '门铃, 水壶, 闹钟, 摩托车'],
  [(a, b) => `${a}受不了${b}的味道`, '榴莲, 香水, 汽油, 大蒜'],
  [(a, b) => `${a}租的房间在${b}楼上`, '药店, 电影院, 邮局, 花店'],
  [(a, b) => `${a}正在接受培训，准备当${b}`, '电工, 法官, 潜水员, 裁缝'],
  [(a, b) => `${a}上班前练习${b}`, '小号, 大提琴, 打鼓, 古筝'],
  [(a, b) => `${a}假期要去${b}`, '秘鲁, 冰岛, 摩洛哥, 越南'],
  [(a, b) => `${a}午饭总是点${b}`, '牛肉面, 三明治, 麻婆豆腐, 烤鱼'],
  [(a, b) => `${a}把${b}落在出租车上了`, '围巾, 行李箱, 吉他, 充电器'],
  [(a, b) => `${a}在地下室修${b}`, '收音机, 钟表, 椅子, 滑板'],
  [(a, b) => `${a}每逢${b}去合唱团`, '周二, 周三, 周四, 月底'],
  [(a, b) => `兽医让${a}给宠物${b}`, '换饲料, 剪指甲, 打疫苗, 多晒太阳'],
  [(a, b) => `${a}因为${b}把沙发挪了位置`, '漏风, 太阳晒, 小狗, 新书架'],
  [(a, b) => `${a}花了${b}买了一台二手洗衣机`, '三百块, 五百块, 八百块, 一千块'],
  [(a, b) => `我把${b}借给了${a}`, '梯子, 帐篷, 雨衣, 词典'],
  [(a, b) => `${a}来的时候我做了${b}`, '煎饼, 咖喱饭, 火锅, 春卷'],
  [(a, b) => `我想带${a}去看${b}`, '城堡, 湖, 港口, 老桥'],
  [(a, b) => `我的${b}是${a}送的礼物`, '茶壶, 背包, 象棋, 项链'],
  [(a, b) => `我${b}生病了，是${a}帮我买的菜`, '一月, 二月, 六月, 八月'],
]);

function sentences(patterns: readonly Pattern[], count: number): string[] {
  const all = patterns.flatMap(({ text, first, second }) =>
    first.flatMap((one) => second.map((other) => text(one, other))),
  );
  // A step coprime to the number of sentences visits each once and mixes the patterns.
  return Array.from({ length: count }, (_, index) => all[(index * 389) % all.length] as string);
}

/** Memories of both languages on the same subjects as the facts, all different. */
export const others: string[] = [...sentences(english, 500), ...sentences(chinese, 500)];
