import { expect, it } from 'vitest';
import { endIn } from './ends-in.ts';

/** A Wednesday. */
const saidAt = new Date('2026-03-04T10:00:00.000Z');
const end = (text: string) => endIn(text, saidAt)?.toISOString().slice(0, 10);

it.each([
  ["work's put me up in Cardiff til friday", '2026-03-06'],
  ['I am off sweets until Easter', '2026-04-05'],
  ['no running until Thanksgiving', '2026-11-26'],
  ['I am on leave until 12 June', '2026-06-12'],
  ['I am on leave until the 2nd', '2026-04-02'],
  ['I am in Chicago for two weeks', '2026-03-18'],
  ['For the next three days I am alone', '2026-03-07'],
  ['I am vegan this month', '2026-03-31'],
  ['Right now I live in a hotel', '2026-05-03'],
  ['年假休到18号', '2026-03-18'],
  ['这两周我住在酒店', '2026-03-18'],
  ['我这周在里斯本出差', '2026-03-08'],
  ['我最近在减肥', '2026-05-03'],
  ['Ich bin bis zum 15. April in Kiel', '2026-04-15'],
  ["je suis à Lyon jusqu'à vendredi", '2026-03-06'],
  ['estoy en Cartagena hasta el domingo 15', '2026-03-15'],
  ['sono a Roma fino a venerdì', '2026-03-06'],
  ['até sexta só posso comida líquida', '2026-03-06'],
  ['до 20 марта я в отпуске', '2026-03-20'],
  ['金曜日まで出張です', '2026-03-06'],
  ['금요일까지 출장이에요', '2026-03-06'],
])('%s: ends on %s', (text, day) => {
  expect(end(text)).toBe(day);
});

it.each([
  'I have lived in Rome for two years',
  'I worked at Zeiss until June',
  'I work every day until Friday',
  'Monday through Friday I work from home',
  'Currently I live in Berlin',
  '我每天工作到周五',
])('%s: has no end', (text) => {
  expect(end(text)).toBeUndefined();
});
