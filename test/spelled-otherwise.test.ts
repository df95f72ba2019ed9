import { beforeAll, describe, expect, it } from 'vitest';
import { sharedMemory } from './memory.ts';

/** Facts of several languages, so that a query has something else to find. */
const facts =
  'Der Wohnungsschlüssel liegt beim Hausmeister|Die Krankenversicherungskarte ist abgelaufen|Die Steuererklärung ist bis Ende Juli fällig|Der Mietvertrag läuft im Mai aus|Der Zahnarzttermin wurde verschoben|Meine Schwester wohnt in Gütersloh|Meine Tante wohnt in der Müllerstraße|Die Prüfung in Tübingen war schwer|🥜 makes me sick|Team sign is 🚀🐙|Mood today was ☹️|رقم الغرفة ٢٤|ห้องหมายเลข ๕๗|कमरा संख्या ३९|Die Katze heisst Minka|Prefers short answers|Am Montag kommt der Klempner|The invoice for March is open|Kedi koltukta uyuyor|고양이가 자고 있어요|Postgres runs on port 5433|Кот спит на диване|Der Hund bellt laut|Der Kaffee ist alle|La bicicleta está rota|Le train part à neuf heures'.split(
    '|',
  );
const ada = (await sharedMemory()).scope('spelled');

beforeAll(async () => {
  await ada.storeMany(
    facts.map((content) => ({ content })),
    { onConflict: 'keepBoth' },
  );
});

describe('a query spelled otherwise than the memory', () => {
  it.each([
    ['Schlüssel', 'Wohnungsschlüssel'],
    ['Versicherungskarte', 'Krankenversicherungskarte'],
    ['Steuer', 'Steuererklärung'],
    ['Vertrag', 'Mietvertrag'],
    ['Zahnarzt', 'Zahnarzttermin'],
    ['Guetersloh', 'Gütersloh'],
    ['Muellerstrasse', 'Müllerstraße'],
    ['Tuebingen', 'Tübingen'],
    ['🥜', '🥜'],
    ['🐙', '🐙'],
    ['☹️', '☹️'],
    ['24', '٢٤'],
    ['57', '๕๗'],
    ['39', '३९'],
  ])('finds it: %s', async (query, word) => {
    const { memories } = await ada.retrieve(query, { limit: 3 });
    expect(memories.map(({ content }) => content).join('\n')).toContain(word);
  });
});
