import { lintSource } from '@secretlint/core';
import { creator, rules } from '@secretlint/secretlint-rule-preset-recommend';
import { describe, expect, it } from 'vitest';
import { secretTexts } from '../lab/secrets/texts.mjs';
import { findSecrets } from '../packages/secrets/src/index.ts';

/**
 * Vendors change the forms of their keys. Secretlint's recommended rules are kept by others and follow them: what they
 * find in any text of ours, our own patterns must find too, so an update of the package shows what has rotted.
 */
const texts = [1, 2].flatMap((seed) =>
  [secretTexts('generated', seed), secretTexts('freely written', seed)].flatMap(
    ({ positives, negatives }) => [...positives, ...negatives].map(({ text }) => text),
  ),
);

describe("secretlint's rules", () => {
  it('find nothing that ours do not', async () => {
    const missed: string[] = [];
    const seen = new Set<string>();
    for (const text of texts) {
      const { messages } = await lintSource({
        source: { content: text, filePath: '/text.txt', ext: '.txt', contentType: 'text' },
        options: {
          config: {
            rules: [
              { id: '@secretlint/secretlint-rule-preset-recommend', rule: creator, options: {} },
            ],
          },
        },
      });
      for (const { ruleId, range } of messages) {
        seen.add(ruleId);
        const found = findSecrets(text).some(
          ({ start, end }) => start < range[1] && end > range[0],
        );
        if (!found) missed.push(`${ruleId}: ${text.slice(range[0], range[1])}`);
      }
    }
    expect(missed).toEqual([]);
    // That the rules run at all, and over most of the vendors that they know.
    expect(seen.size).toBeGreaterThan(rules.length / 2);
  }, 60_000);
});
