import { lintSource } from '@secretlint/core';
import { creator, rules } from '@secretlint/secretlint-rule-preset-recommend';
import { describe, expect, it } from 'vitest';
import { secretTexts } from '../lab/secrets/texts.mjs';
import { findSecrets } from '../packages/secrets/src/index.ts';

/**
 * Vendors change the formats of their keys. Secretlint's recommended rules follow them. Our patterns must find all that
 * these rules find in our texts, so an update of the package shows which patterns are out of date.
 */
const texts = [1, 2].flatMap((seed) =>
  [secretTexts('generated', seed), secretTexts('freely written', seed)].flatMap(
    ({ positives, negatives }) => [...positives, ...negatives].map(({ text }) => text),
  ),
);

describe("secretlint's rules", () => {
  it('find no secret that ours miss', async () => {
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
    // Checks that the rules ran, for most of their vendors.
    expect(seen.size).toBeGreaterThan(rules.length / 2);
  });
});
