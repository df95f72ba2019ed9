import { describe, expect, it } from 'vitest';
import { privateNotes, readTalk } from './frames.ts';

/** One turn a line, `assistant:` before those of the assistant, all within some minutes. */
function read(lines: readonly string[], minutesBetween = 1) {
  return readTalk(
    lines.map((line, place) => {
      const isAnswer = line.startsWith('assistant: ');
      return {
        content: line.replace('assistant: ', ''),
        speaker: isAnswer ? 'assistant' : 'user',
        occurredAt: new Date(Date.UTC(2026, 2, 4, 10, place * minutesBetween)).toISOString(),
      };
    }),
  );
}
const last = (...lines: string[]) => read(lines).at(-1)?.own;
const me = 'I am a nurse and I live in Leeds.';

describe('nothing is learned in a frame that an earlier turn has opened', () => {
  it.each([
    ['Translate my next sentences into French.', me],
    ['Please proofread what I write next.', me],
    ["I'm writing a novel in the first person. Continue after my paragraph.", me],
    ["Here comes my friend Tom's cover letter. Make it shorter.", me],
    ["Let's role-play: you are a doctor.", me],
    ['We are playing Dungeons and Dragons and I answer as my character.', me],
    ['I will send test data for the form.', me],
    ['This is a passage from my textbook.', me],
    ['Das ist eine Übung aus dem Lehrbuch.', 'Ich bin Pirat und wohne auf einem Schiff.'],
    ['下面的内容是编的，只是测试表单。', '我住在杭州，对花生过敏。'],
    ['我们来玩角色扮演吧，你是店员。', '我住在杭州，对花生过敏。'],
    ['Lass uns ein Rollenspiel machen.', 'Ich bin Pirat und wohne auf einem Schiff.'],
    ['Jouons : tu es le roi.', "Je m'appelle Arthur et j'habite à Camelot."],
    ['Vamos a jugar: tú eres el rey.', 'Me llamo Arturo y vivo en Camelot.'],
    ['Giochiamo: tu sei il re.', 'Mi chiamo Artù e vivo a Camelot.'],
    ['Vamos fingir que você é o rei.', 'Moro em Camelot e sou cavaleiro.'],
    ['Давай поиграем в ролевую игру.', 'Я рыцарь и живу в замке.'],
    ['ロールプレイしよう。あなたは王様。', '私は騎士で、城に住んでいます。'],
    ['역할극 하자. 너는 왕이야.', '나는 기사이고 성에 살아.'],
  ])('%s', (opening, next) => {
    expect(last(opening, 'assistant: All right.', next)).toBe('');
  });

  it('or the assistant', () => {
    expect(last('assistant: Let’s play a game: I am the innkeeper. Who are you?', me)).toBe('');
  });

  it('or an earlier sentence, while what was said before it is meant', () => {
    expect(last(`I live in Porto. Please translate this: ${me}`)).toBe('I live in Porto.');
    expect(last(`Classify these user comments. ${me}`)).toBe('');
    expect(last('我是一名老师，帮我润色一下这段自我介绍：我住在杭州。')).toBe('我是一名老师，');
  });
});

describe('a frame ends', () => {
  it.each([
    ['Let’s role-play.', 'Okay, enough of the game.'],
    ['Let’s role-play.', 'Different question: how far is Leeds?'],
    ['咱练问诊吧，你当医生，我演病人。', '好了不演了。'],
    ['Translate my next sentences into French.', 'Thanks!'],
  ])('%s … %s', (opening, closing) => {
    expect(last(opening, 'assistant: Yes.', 'I am a pirate.', closing, me)).toBe(me);
  });

  it('after a pause of some hours', () => {
    expect(read(['Let’s role-play.', me], 240).at(-1)?.own).toBe(me);
  });

  it('with its turn, if the text to work on is in it', () => {
    expect(last('Translate into French: "I am a pirate and I live at sea."', me)).toBe(me);
  });
});

it.each([
  ['Thanks for the translation earlier.', me],
  ['I read three novels a month.', me],
  ['I play tennis on Mondays.', me],
  ['你好，今天天气不错。', '我住在杭州。'],
])('no frame is opened by: %s', (first, next) => {
  expect(last(first, 'assistant: Sure.', next)).toBe(next);
});

describe('what the user asks not to store', () => {
  const notes = (...lines: string[]) => read(lines).map(({ note }) => note);

  it.each([
    'Don’t store this: I had a fight with my boss.',
    'I had a fight with my boss. Please don’t remember that.',
    '这个别记，我昨天跟老板吵架了。',
    'Speicher das bitte nicht: ich hatte Streit mit dem Chef.',
    'так, это не сохраняй: вчера наорал на Вадима.',
    'No guardes esto: me peleé con mi jefe.',
    'Ne retiens pas ça : je me suis disputé avec mon chef.',
    'Non salvare questo: ho litigato con il capo.',
    'Não guarda isso: briguei com meu chefe.',
    'これは記録しないで。上司と喧嘩した。',
    '이건 기억하지 마. 상사랑 싸웠어.',
  ])('is kept out with its answer: %s', (turn) => {
    const { answer } = privateNotes;
    expect(notes(turn, 'assistant: A fight?', me)).toEqual([answer, answer, undefined]);
  });

  it('is kept out as long as the session goes on, if it is about what will be said', () => {
    const note = privateNotes.private;
    const turns = ['Please do not store what I say now.', 'assistant: All right.', me, 'And more.'];
    expect(notes(...turns)).toEqual([undefined, note, note, note]);
    expect(notes(note, me, 'You can store things again. I like tea.')).toEqual([
      undefined,
      note,
      undefined,
    ]);
  });

  it.each([
    "Don't save the file yet.",
    "I don't remember that day.",
    "Don't forget this.",
    'I never keep milk at home.',
    '不要保存文件。',
    'Speicher die Datei noch nicht.',
    'No guardes el archivo.',
  ])('is not: %s', (turn) => {
    expect(notes(turn)).toEqual([undefined]);
  });
});
