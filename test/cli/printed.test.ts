import { afterAll, expect, it } from 'vitest';
import { mneme, Workplace } from './mneme.ts';

const place = new Workplace();
afterAll(() => place.remove());

it('each command prints its result for people, too', async () => {
  const at = ['--db', 'ada.db', '--scope', 'ada'];
  const printed = async (argv: readonly string[]) => {
    const { code, stdout, stderr } = await place.run(argv);
    expect([argv, code, stderr]).toEqual([argv, 0, '']);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are made of them.
    expect(stdout).not.toMatch(/\u001b/);
    return stdout;
  };
  const home = await printed(mneme`store "Ada lives in Berlin" --scope eve --db home.db`);
  expect(home).toMatch(/^created [0-9a-f]{8}\n$/);
  const moved = await printed(mneme`store "Ada moved to Hamburg" --scope eve --db home.db`);
  expect(moved).toMatch(new RegExp(`^created [0-9a-f]{8}, replaces ${home.slice(8, 16)}\n`));
  const { id } = await place.json<{ id: string }>(mneme`store "The sync is on Monday" ${at}`);
  expect(await printed(mneme`update ${id} "The sync is on Friday" ${at}`)).toMatch(
    /^updated [0-9a-f]{8}\n {2}the old text is [0-9a-f]{8} in its history\n/,
  );
  const { history } = await place.json<{ history: { id: string }[] }>(mneme`get ${id} --why ${at}`);
  const old = history[0]?.id ?? '';
  expect(await printed(mneme`get ${id} --why ${at}`)).toMatch(/Stored on .*\nHistory\n.*Monday/);
  expect(await printed(mneme`restore ${old} ${at}`)).toMatch(
    /^restored [0-9a-f]{8}\n {2}[0-9a-f]{8} is current too\n/,
  );
  expect(await printed(mneme`retrieve "when is the sync?" --explain ${at}`)).toMatch(
    /^[01]\.\d\d {2}The sync is on .*[\s\S]*=\d\.\d{3} total +words in common: .*sync/u,
  );
  expect(await printed(mneme`retrieve nothing --min-relevance 1 ${at}`)).toBe(
    'Nothing found in the scope "ada".\n',
  );
  expect(await printed(mneme`retrieve "when is the sync?" --why-not ${id} ${at}`)).toMatch(
    /^It is found \(rank \d\)\n/,
  );
  expect(await printed(mneme`prefetch "when is the sync?" --explain ${at}`)).toMatch(
    /The sync is on Friday[\s\S]*[0-9a-f]{8} {2}The sync is on Friday: /u,
  );
  expect(await printed(mneme`list --tags none ${at}`)).toContain('has no such memories');
  expect(await printed(mneme`scopes --db ada.db`)).toMatch(/ 2 +0 +2 {2}ada\n$/);
  expect(await printed(mneme`db audit ${at}`)).toMatch(/ restore +ada +[0-9a-f]{8} +cli/);
  expect(await printed(mneme`keys --db ada.db`)).toBe('There is no key.\n');
  expect(await printed(mneme`keys create ${at}`)).toMatch(/^created key_.* for ada\n.*\nKeep it/);
  expect(await printed(mneme`keys --db ada.db`)).toMatch(/^key_\S+ +ada +read_write /m);
  expect(await printed(mneme`documents ${at}`)).toBe('There is no store.\n');
  expect(await printed(mneme`db copy --from ada.db --to b.db`)).toMatch(
    /^2 records of 1 scopes, .*1 keys are in b\.db; counts and checksums agree/,
  );
  expect(await printed(mneme`db reembed --embedder static --db b.db`)).toMatch(
    /^0 texts embedded.*\nthe store answers with mneme-static/,
  );
  expect(await printed(mneme`help options`)).toContain('--master-key-command COMMAND');
  expect(await printed(mneme`help environment`)).toContain('MNEME_METRICS_TOKEN');
  expect(await printed(['--version'])).toMatch(/^\d+\.\d+\.\d+\n$/);
});
