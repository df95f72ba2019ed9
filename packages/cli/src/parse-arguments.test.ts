import { describe, expect, it } from 'vitest';
import { parseArguments } from './parse-arguments.ts';

const options = {
  limit: { value: 'N', help: '' },
  tags: { value: 'A,B', help: '' },
  where: { values: 'KEY=VALUE', help: '' },
  'dry-run': { help: '' },
  kinds: { value: 'A,B', help: '', choices: ['newest', 'importance', '1'] },
} as const;

const parse = (...argv: string[]) => parseArguments(argv, options);

describe('parseArguments', () => {
  it('separates options from arguments, in any order', () => {
    expect(parse('--limit', '5', 'a', '--dry-run', '--tags=x,y', 'b')).toEqual({
      values: { limit: '5', 'dry-run': true, tags: 'x,y' },
      positionals: ['a', 'b'],
    });
  });

  it('accepts a negative number as a value, so that the library can report it', () => {
    expect(parse('--limit', '-1').values.limit).toBe('-1');
  });

  it('treats text that begins with a dash as text', () => {
    expect(parse('- buy milk', '-5 degrees', '--- a line', '-').positionals).toEqual([
      '- buy milk',
      '-5 degrees',
      '--- a line',
      '-',
    ]);
    expect(parse('--tags', '- odd').values.tags).toBe('- odd');
    expect(parse('--tags=- odd\nx').values.tags).toBe('- odd\nx');
  });

  it('treats everything after -- as text', () => {
    expect(parse('--', '--limit', '-x').positionals).toEqual(['--limit', '-x']);
  });

  it('uses the last of several values', () => {
    expect(parse('--limit', '1', '--limit', '2').values.limit).toBe('2');
  });

  it('collects all values of a list option', () => {
    expect(parse('--where', 'a=1', 'x', '--where=b=2').values.where).toEqual(['a=1', 'b=2']);
  });

  it('passes a value unlike any known one to the command', () => {
    for (const value of ['importance,newest', 'newest, 10', 'entirely=other', ''])
      expect(parse(`--kinds=${value}`).values.kinds).toBe(value);
  });

  it.each([
    [['--limt', '5'], /Unknown option --limt.*Did you mean --limit\?/],
    [['--dryrun'], /Did you mean --dry-run\?/],
    [['--lim', '5'], /Did you mean --limit\?/],
    [['-x'], /Unknown option -x/],
    [['--constructor'], /Unknown option --constructor/],
    [['--limit'], /--limit needs a value: --limit N/],
    [['--limit', '--dry-run'], /--limit needs a value/],
    [['--kinds', 'newset'], /--kinds is "newset"\. Did you mean newest\? Known are newest,/],
    [['--kinds', 'newest, Importanc'], /--kinds is "Importanc"\. Did you mean importance\?/],
    [['--dry-run=yes'], /--dry-run takes no value/],
  ])('refuses %j', (argv, message) => {
    expect(() => parse(...argv)).toThrow(message);
  });
});
