import { type Importance, memoryCategories } from '@mneme/core';
import { defineCommand } from '../command.ts';
import { metadataValue } from '../option-values.ts';
import { scopeOptions, storeOptions } from '../options.ts';
import { readText } from '../read-text.ts';
import { UsageError } from '../usage-error.ts';
import { shortId, wholeId } from '../whole-id.ts';

export const updateCommand = defineCommand({
  usage: 'ID [TEXT...]',
  details: [
    'The memory keeps its id; the old text stays in its history. TEXT may be - for standard input. Without TEXT only the',
    'fields of the options change. An empty value removes: --expires-at "", --tags "", --metadata "".',
  ].join('\n'),
  options: {
    category: { value: 'NAME', help: 'another category', oneOf: memoryCategories },
    importance: { number: '1..5', help: 'another importance' },
    tags: { list: 'A,B', help: 'replaces all tags' },
    'expires-at': { value: 'TIME', help: 'another expiry (ISO 8601)' },
    metadata: { values: 'KEY=VALUE', help: 'replaces all metadata' },
    reason: { value: 'TEXT', help: 'reason in the audit' },
  },
  uses: [...scopeOptions, ...storeOptions, 'embedder', 'secrets'],
  async run({ values, positionals, output, input, signal, scopeName, open }) {
    const [given = '', ...words] = positionals;
    const typed = words.length === 0 ? undefined : words.join(' ');
    const { category, tags, expiresAt, metadata, reason } = values;
    const changes = {
      content: typed === '-' ? await readText(input, { signal }) : typed,
      ...{ category, tags },
      importance: values.importance as Importance | undefined,
      expiresAt: expiresAt === '' ? null : expiresAt,
      metadata: metadata?.join('') === '' ? null : metadataValue(metadata),
    };
    if (Object.values(changes).every((change) => change === undefined)) {
      throw new UsageError('What shall change? mneme update ID TEXT, or an option such as --tags.');
    }
    // Only a new text needs a vector.
    const { memory } = await open(changes.content === undefined ? { embedder: 'none' } : {});
    const scope = memory.scope(scopeName);
    const id = await wholeId(scope, given);
    const result = await scope.update(id, changes, { actor: 'cli', reason, signal });
    output.result(result, () => {
      const { good, warning, quiet } = output.colours;
      const { outcome, replaced, masked } = result;
      return [
        `${good(outcome)} ${shortId(result.id)}`,
        replaced && `  ${quiet(`the old text is ${shortId(replaced)} in its history`)}`,
        masked && `  ${warning(`masked: ${masked.join(', ')}`)}`,
      ];
    });
  },
});
