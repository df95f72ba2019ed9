import { expect, it } from 'vitest';
import { nameIn, nameStated } from './names.ts';

it.each([
  ["hey, I'm Priya btw", 'My name is Priya'],
  ['Call me Ada', 'Call me Ada'],
  ["my name's Bob from now on", 'My name is Bob'],
  ['please call me Bob from now on', 'Call me Bob'],
  ["Taking his name too, so it's Mia Fallon from here on.", 'My name is Mia Fallon'],
  ['Tunde here, from Abeokuta', 'My name is Tunde'],
  ['我叫秦桂兰，哈尔滨人。', '我叫秦桂兰'],
  ['以后叫我美琪吧', '叫我美琪'],
  ['Ich heiße Anna Müller und komme aus Kiel.', 'Ich heiße Anna Müller'],
  ['nenn mich bitte Max', 'Nenn mich Max'],
  ["bonsoir, moi c'est Ophélie Vasseur", "Je m'appelle Ophélie Vasseur"],
  ['Soy Lucía, de Sevilla', 'Me llamo Lucía'],
  ['Sono Giulia, insegnante', 'Mi chiamo Giulia'],
  ['Me chamo Inês e moro em Braga', 'Meu nome é Inês'],
  ['меня зовут Ольга, я из Казани', 'Меня зовут Ольга'],
  ['はじめまして、佐伯といいます。', '名前は佐伯です'],
  ['제 이름은 김민재예요', '제 이름은 김민재'],
])('%s says: %s', (sentence, plain) => {
  const found = nameIn(sentence);
  expect(found?.content).toBe(plain);
  expect(nameStated(plain)).toBe(found?.name);
});

it.each([
  "Hello, I'm Catholic.",
  "Hi, I'm New here.",
  "Hey, I'm back.",
  'Call me when you are done',
  'My name is not important',
  "it's Monday now",
  '我的老师叫我起床',
  '我叫了外卖。',
])('%s says no name', (sentence) => {
  expect(nameIn(sentence)).toBeUndefined();
});
