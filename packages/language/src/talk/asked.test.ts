import { expect, it } from 'vitest';
import { askedToRemember } from './asked.ts';

it.each([
  ['Remember that my cat is called Tom.', 'my cat is called Tom.'],
  ['Could you remember that I work nights?', 'I work nights'],
  ['Keep in mind: no nuts for me.', 'no nuts for me.'],
  ['can u make a note that my cover is HX-20418', 'my cover is HX-20418'],
  ['记住，我对花生过敏。', '我对花生过敏。'],
  ['以后请记得我女儿对花生过敏。', '我女儿对花生过敏。'],
  ['Merk dir, dass ich nachts arbeite.', 'ich nachts arbeite.'],
  ['Retiens que je suis allergique aux noix', 'je suis allergique aux noix'],
  ['Recuerda que vivo en Lima', 'vivo en Lima'],
  ['Ricordati che sono celiaco', 'sono celiaco'],
  ['Lembra que eu moro em Braga', 'eu moro em Braga'],
  ['Запомни, что у меня аллергия на орехи', 'у меня аллергия на орехи'],
  ['覚えておいて：卵アレルギーです', '卵アレルギーです'],
  ['기억해 줘: 땅콩 알레르기가 있어', '땅콩 알레르기가 있어'],
  ['Please remember this. The gate code is on the fridge.', 'The gate code is on the fridge.'],
])('%s', (turn, statement) => {
  expect(askedToRemember(turn)).toEqual({ asked: [statement], rest: '' });
});

it.each([
  'Do you remember that I live in Rome?',
  'I remember that summer well.',
  'remember to buy milk',
  '记得买牛奶',
])('nothing is asked in: %s', (turn) => {
  expect(askedToRemember(turn)).toEqual({ asked: [], rest: turn });
});
