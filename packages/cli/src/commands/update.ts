import { memoryCategories } from '@mneme/core';
import { defineCommand } from '../command.ts';
import { categoryValue, importanceValue, listValue, metadataValue } from '../option-values.ts';
import { importances, scopeOptions, storeOptions } from '../options.ts';
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
    category: { value: 'NAME', help: 'another category', choices: memoryCategories },
    importance: { value: '1..5', help: 'another importance', choices: importances },
    tags: { value: 'A,B', help: 'replaces all tags' },
    'expires-at': { value: 'TIME', help: 'another expiry (ISO 8601)' },
    metadata: { values: 'KEY=VALUE', help: 'replaces all metadata' },
    reason: { value: 'TEXT', help: 'reason in the audit' },
  },
  uses: [...scopeOptions, ...storeOptions, 'embedder', 'secrets'],
  async run({ values, positionals, output, input, signal, scopeName, open }) {
    const [given = '', ...words] = positionals;
    const typed = words.length === 0 ? undefined : words.join(' ');
    const changes = {
      content: typed === '-' ? await readText(input, { signal }) : typed,
      category: categoryValue(values.category),
      importance: importanceValue(values.importance),
      tags: listValue(values.tags),
      expiresAt: values['expires-at'] === '' ? null : values['expires-at'],
      metadata: values.metadata?.join('') === '' ? null : metadataValue(values.metadata),
    };
    if (Object.values(changes).every((change) => change === undefined)) {
      throw new UsageError('What shall change? mneme update ID TEXT, or an option such as --tags.');
    }
    // Only a new text needs a vector.
    const { memory } = await open(changes.content === undefined ? { embedder: 'none' } : {});
    const scope = memory.scope(scopeName);
    const id = await wholeId(scope, given);
    const result = await scope.update(id, changes, { actor: 'cli', reason: values.reason, signal });
    output.result(result, () => {
      const { good, warning, quiet } = output.colours;
      return [
        `${good(result.outcome)} ${shortId(result.id)}`,
        ...(result.replaced === undefined
          ? []
          : [`  ${quiet(`the old text is ${shortId(result.replaced)} in its history`)}`]),
        ...(result.masked === undefined
          ? []
          : [`  ${warning(`masked: ${result.masked.join(', ')}`)}`]),
      ].join('\n');
    });
  },
});
