import { describe, expect, it } from 'vitest';
import { pronounsIn } from './pronouns.ts';

describe('a fact that is clear without the conversation', () => {
  it.each([
    'Ada lives in Berlin',
    'The user is allergic to penicillin',
    'Prefers answers as bullet points',
    "Ada's brother Ben broke his leg",
    'Ada moved to Oslo because she got a job at Nordlys',
    'The user bought a Tesla and loves it',
    'The user likes tea and drinks it every morning',
    'Ada has two cats and feeds them at six',
    'The user prefers it when answers are short',
    'Ada finds it hard to sleep on planes',
    'Ada said that Ben is late',
    'The user wants the assistant to call them Kit',
    'The user prefers tea because they dislike coffee',
    'James loves his motorbike',
    'The user has three children and drives them to school',
    'Ada admires those who teach',
    'There is a piano in the flat of Ada',
    "The user's favourite novel is It",
    'The user works in IT in the US',
    'Ada read a book about World War I',
    'The user wants to be greeted with "How are you?"',
    'Ada moved to Lisbon and works there',
    'Ada and Ben sold their house',
    "The user's parents celebrate their anniversary in May",
    'Ada wants her reports in English',
    'The user changed his name',
    '用户住在柏林',
    '用户对青霉素过敏',
    '用户的妈妈退休了，她住在杭州',
    '小李换了工作，他现在在腾讯',
    '张伟说他会来',
    '用户在学吉他和其他乐器',
    '用户服用阿托伐他汀',
    '用户2026年3月9日那一周搬家',
    '用户2026年3月7日那个周末去爬山',
    '用户应该少吃糖',
    '用户喜欢《你的名字》',
    '用户买了一台咖啡机，每天都用它',
    '用户搬到了杭州，很喜欢那里',
    'Ada 喜欢她的新工作',
  ])('%s', (text) => {
    expect(pronounsIn(text)).toEqual({ firstPerson: false });
  });
});

describe('a fact that is clear only from the conversation', () => {
  it.each([
    ['She lives in Berlin', 'She'],
    ['He is allergic to penicillin', 'He'],
    ['The user likes it', 'it'],
    ['The user does not want them', 'them'],
    ['They moved to Oslo', 'They'],
    ['It starts in May', 'It'],
    ['This is what Ada wants', 'This'],
    ['Ada prefers that one', 'that'],
    ['Ada is worried about that', 'that'],
    ['Ada wants these', 'these'],
    ['Both of them like sushi', 'them'],
    ['Your sister lives in Lisbon', 'Your'],
    ['We decided to use Postgres', 'We'],
    ['Ada told you about the trip', 'you'],
    ['Ada works there', 'there'],
    ['Likes her a lot', 'her'],
    ['Their flat is in Oslo', 'Their'],
    ['The launch depends on it', 'it'],
    ['他住在柏林', '他'],
    ['她对青霉素过敏', '她'],
    ['用户喜欢它', '它'],
    ['用户住在那里', '那里'],
    ['用户想要这个', '这个'],
    ['用户推荐该产品', '该产品'],
    ['你喜欢喝茶', '你'],
    ['用户选了后者', '后者'],
  ])('%s', (text, word) => {
    expect(pronounsIn(text).unresolved).toBe(word);
  });

  it.each(['I live in Berlin', 'My sister lives in Lisbon', '我住在柏林', 'Ada gave me a book'])(
    'is clear only with the name of the speaker: %s',
    (text) => {
      expect(pronounsIn(text).firstPerson).toBe(true);
    },
  );
});
