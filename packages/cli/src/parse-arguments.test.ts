import { describe, expect, it } from 'vitest';
import { parseArguments } from './parse-arguments.ts';

const options = {
  limit: { number: 'N', help: '' },
  tags: { list: 'A,B', help: '' },
  where: { values: 'KEY=VALUE', help: '' },
  'dry-run': { help: '' },
  kinds: { list: 'A,B', help: '', oneOf: ['newest', 'importance', '1'] },
} as const;

const parse = (...argv: string[]) => parseArguments(argv, options);

describe('parseArguments', () => {
  it('separates options from arguments, in any order', () => {
    expect(parse('--limit', '5', 'a', '--dry-run', '--tags=x,y', 'b')).toEqual({
      values: { limit: 5, dryRun: true, tags: ['x', 'y'] },
      positionals: ['a', 'b'],
    });
  });

  it('accepts a negative number as a value, so that the library can report it', () => {
    expect(parse('--limit', '-1').values.limit).toBe(-1);
  });

  it('treats text that begins with a dash as text', () => {
    expect(parse('- buy milk', '-5 degrees', '--- a line', '-').positionals).toEqual([
      '- buy milk',
      '-5 degrees',
      '--- a line',
      '-',
    ]);
    expect(parse('--tags', '- odd').values.tags).toEqual(['- odd']);
    expect(parse('--tags=- odd\nx').values.tags).toEqual(['- odd\nx']);
  });

  it('treats everything after -- as text', () => {
    expect(parse('--', '--limit', '-x').positionals).toEqual(['--limit', '-x']);
  });

  it('uses the last of several values', () => {
    expect(parse('--limit', '1', '--limit', '2').values.limit).toBe(2);
  });

  it('collects all values of a list option', () => {
    expect(parse('--where', 'a=1', 'x', '--where=b=2').values.where).toEqual(['a=1', 'b=2']);
  });

  it.each([
    [['--limt', '5'], /Unknown option --limt.*Did you mean --limit\?/],
    [['--dryrun'], /Did you mean --dry-run\?/],
    [['--lim', '5'], /Did you mean --limit\?/],
    [['-x'], /Unknown option -x/],
    [['--constructor'], /Unknown option --constructor/],
    [['--limit'], /--limit needs a value: --limit N/],
    [['--limit', '--dry-run'], /--limit needs a value/],
    [['--limit', 'ten'], /limit is "ten": give a number/],
    [['--limit', ' '], /give a number/],
    [['--kinds', 'newset'], /kinds is "newset": give one of newest,.*did you mean newest\?/],
    [['--kinds', 'newest, Importanc'], /kinds is "Importanc": .*did you mean importance\?/],
    [['--kinds', 'entirely'], /kinds is "entirely": give one of newest/],
    [['--dry-run=yes'], /--dry-run takes no value/],
  ])('refuses %j', (argv, message) => {
    expect(() => parse(...argv)).toThrow(message);
  });
});
