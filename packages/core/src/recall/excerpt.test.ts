import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { excerpt } from './excerpt.ts';

const filler = (count: number) =>
  Array.from({ length: count }, (_, index) => `Sentence ${index} tells of the weather.`).join(' ');
const fillerInChinese = (count: number) =>
  Array.from({ length: count }, (_, index) => `第${index}天的天气和平时一样。`).join('');

describe('an excerpt', () => {
  it('is the whole text if it is short', () => {
    expect(excerpt('Prefers green tea. Drinks it cold.', 'coffee?')).toBe(
      'Prefers green tea. Drinks it cold.',
    );
  });

  it('contains the answering sentence, wherever it is, and little else', () => {
    const answer = 'The doctor found an allergy to penicillin.';
    for (const text of [
      `${answer} ${filler(60)}`,
      `${filler(30)} ${answer} ${filler(30)}`,
      `${filler(60)} ${answer}`,
    ]) {
      const shown = excerpt(text, 'May I take penicillin?');
      expect(shown).toContain(answer);
      expect(shown).toContain('…');
      expect(shown.length).toBeLessThan(520);
    }
  });

  it('finds the sentence in Chinese, which ends without a space', () => {
    const shown = excerpt(
      `${fillerInChinese(60)}医生说我对青霉素过敏。${fillerInChinese(60)}`,
      '我能吃青霉素吗？',
    );
    expect(shown).toContain('医生说我对青霉素过敏。');
    expect(shown.length).toBeLessThan(520);
  });

  it('prefers sentences with a rare word to those with common ones', () => {
    const text = `${filler(30)} My passport lies in the blue drawer. ${filler(30)}`;
    expect(excerpt(text, 'Which sentence tells of my passport?')).toContain('blue drawer');
  });

  it('is the beginning of the text if no sentence shares a word', () => {
    const shown = excerpt(filler(60), 'penicillin');
    expect(shown.startsWith('Sentence 0 tells')).toBe(true);
    expect(shown.endsWith('…')).toBe(true);
  });

  it('never includes only a part of a fenced code block', () => {
    const fence = '```js\nconst tea = 1; // one. two. three.\nbrew(tea);\n```';
    const shown = excerpt(`${filler(30)}\n${fence}\n${filler(30)}`, 'brew const');
    expect(shown).toContain(fence);
    expect(excerpt(`${filler(30)}\n${fence}\n${filler(30)}`, 'weather')).not.toContain('```');
  });

  it('is bounded for a text without sentence ends, and splits no character', () => {
    for (const unit of ['word ', '😀', '字', 'e\u0301']) {
      const shown = excerpt(unit.repeat(5000), 'word 字');
      expect(shown.length).toBeLessThan(520);
      expect(shown.isWellFormed()).toBe(true);
      expect(shown).not.toMatch(/… \u0301/u);
    }
  });

  it('contains only text of the memory, in its order', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 481, maxLength: 2000 }), fc.string(), (text, message) => {
        let from = 0;
        for (const part of excerpt(text, message).split('…')) {
          const place = text.indexOf(part.trim(), from);
          if (!text.includes('…')) expect(place).toBeGreaterThanOrEqual(0);
          from = Math.max(from, place);
        }
      }),
    );
  });
});
