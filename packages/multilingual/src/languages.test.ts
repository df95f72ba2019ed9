import { bundledVectors, type Table } from '@mneme/language/vectors';
import { beforeAll, describe, expect, it } from 'vitest';
import { Languages } from './languages.ts';

let languages: Languages;
beforeAll(() => {
  languages = new Languages(bundledVectors());
});

function cosine(one: string, other: string): number {
  const [a, b] = [languages.encode(one), languages.encode(other)];
  return a.reduce((sum, value, at) => sum + value * (b[at] as number), 0);
}

describe('vectors of ten more languages', () => {
  it.each([
    ['de', 'Wann hat sie Urlaub?', 'Ferien im August', 'Arbeitet in einer Bäckerei'],
    ['es', '¿En qué trabaja?', 'Es enfermera en un hospital', 'Tiene dos gatos'],
    ['fr', 'Quel est son métier ?', 'Elle travaille comme infirmière', 'Elle a deux chats'],
    ['it', 'Che lavoro fa?', 'Insegnante in una scuola di Torino', 'Ha due gatti'],
    ['pt', 'Qual é a profissão dele?', 'Trabalha como professor na escola', 'Gosta de café preto'],
    ['ru', 'Какие у неё животные?', 'У неё две кошки и собака', 'Она работает в банке'],
    ['ar', 'أين تسكن العائلة؟', 'بيتهم في مدينة القاهرة', 'تحب الموسيقى'],
    ['hi', 'उसके पास कौन से जानवर हैं?', 'उसके घर में एक कुत्ता और बिल्ली है', 'वह बैंक में काम करती है'],
    ['ja', '仕事は何ですか', '病院で看護師として働いています', '猫を二匹飼っている'],
    ['ko', '직업이 뭐예요?', '병원에서 간호사로 일한다', '고양이 두 마리를 키운다'],
  ])('find in %s a text with the same meaning in other words', (_, question, meant, other) => {
    expect(cosine(question, meant)).toBeGreaterThan(cosine(question, other) + 0.05);
  });

  it.each([
    ['Sie hat zwei Katzen und einen Hund', 'She has two cats and a dog'],
    ['Ella trabaja en un hospital', '她在医院工作'],
    ['Он живёт у моря', 'Vive vicino al mare'],
  ])('are similar across languages: %s', (text, translation) => {
    expect(cosine(text, translation)).toBeGreaterThan(0.5);
  });

  it.each([
    "Don't worry, José will pick me up at the café in Zürich.",
    'III. C.',
    'Ada lives in Porto',
    '她在医院工作，养了两只猫。',
    '',
    '🙂 42',
  ])('are equal to the bundled ones for English and Chinese: %s', (text) => {
    expect(languages.encode(text)).toEqual(bundledVectors().encode(text));
  });

  it('split an unknown word into the likeliest pieces', () => {
    expect(cosine('Die Wintersonne', 'Die Sonne im Winter')).toBeGreaterThan(0.8);
  });

  it('use the meaning of words in another script within an English text', () => {
    expect(cosine('I saw a 고양이', 'I saw a cat')).toBeGreaterThan(
      cosine('I saw a 비행기', 'I saw a cat'),
    );
  });

  it('do not depend on accents', () => {
    expect(
      cosine('Ou est la bibliotheque de la ville', 'Où est la bibliothèque de la ville'),
    ).toBeCloseTo(1);
  });

  it('refuse another table than their own', () => {
    const other = Object.create(bundledVectors(), {
      header: { value: { ...bundledVectors().header, revision: '0123456789abcdef' } },
    }) as Table;
    expect(() => new Languages(other)).toThrow(
      /made for the table .*, this one is 0123456789abcdef/,
    );
  });
});
