import { MnemeError } from '@mneme/core';
import { describe, expect, it } from 'vitest';
import { retrieve } from './commands/look.ts';
import { store } from './commands/remember.ts';
import { inWordsOf } from './option-names.ts';
import { optionsOf } from './options.ts';

const messageOf = (field: string, command: Parameters<typeof optionsOf>[0] = retrieve) =>
  inWordsOf(
    new MnemeError('invalid_input', [{ field, problem: 'is 9', advice: 'give less' }]),
    optionsOf(command),
  );

describe('an error in the words of the command line', () => {
  it.each([
    ['minImportance', '--min-importance is 9: give less'],
    ['minRelevance', '--min-relevance is 9: give less'],
    ['occurredAt.from', '--occurred-from is 9: give less'],
    ['kinds[0]', '--kind is 9: give less'],
    ['categories[1]', '--category is 9: give less'],
    ['where.project', '--where project is 9: give less'],
    ['maxRecords', '--max is 9: give less'],
    ['query', 'query is 9: give less'],
  ])('names %s', (field, message) => {
    expect(messageOf(field)).toBe(message);
  });

  it('names the option, and suggests a fix for the command line', () => {
    expect(messageOf('source.externalId', store)).toBe('--id is 9: give less');
    expect(messageOf('source.speaker', store)).toBe('--speaker is 9: give less');
    expect(messageOf('occurredAt', store)).toBe('--occurred-at is 9: give less');
    const refused = new MnemeError('secret_refused', [
      { field: 'content', problem: 'holds a key', advice: 'open the memory otherwise' },
    ]);
    expect(inWordsOf(refused, optionsOf(store))).toBe(
      'content holds a key: take it out, or give --secrets mask (names are never masked)',
    );
    expect(inWordsOf(refused, {})).toBe('content holds a key: take it out, and store the rest');
  });
});
