import { describe, expect, it } from 'vitest';
import { readEnvironment } from './environment.ts';

const linux = { platform: 'linux', home: '/home/ada' };

describe('readEnvironment', () => {
  it('reads set variables and treats empty ones as unset', () => {
    const environment = readEnvironment(
      { MNEME_DB: 'ada.db', MNEME_SCOPE: '', MNEME_ALLOW_DOWNLOAD: '1', NO_COLOR: '1' },
      linux,
    );
    expect(environment).toMatchObject({ db: 'ada.db', allowDownload: true, noColor: true });
    expect(environment.scope).toBeUndefined();
    expect(environment.dataFolder).toBe('/home/ada/.local/share');
  });

  it('recognises a dumb terminal', () => {
    expect(readEnvironment({ TERM: 'dumb' }, linux).dumbTerminal).toBe(true);
    expect(readEnvironment({ TERM: 'xterm-256color' }, linux).dumbTerminal).toBe(false);
  });

  it('allows downloads only if set', () => {
    expect(readEnvironment({}, linux).allowDownload).toBe(false);
    expect(readEnvironment({ MNEME_ALLOW_DOWNLOAD: '0' }, linux).allowDownload).toBe(false);
  });
});

describe('the folder for data', () => {
  it.each([
    ['linux', '/home/ada', { XDG_DATA_HOME: '/data' }, '/data'],
    ['linux', '/home/ada', { XDG_DATA_HOME: 'relative' }, '/home/ada/.local/share'],
    ['darwin', '/Users/ada', {}, '/Users/ada/Library/Application Support'],
    ['win32', 'C:\\Users\\ada', { APPDATA: 'D:\\Data' }, 'D:\\Data'],
    ['win32', 'C:\\Users\\ada', {}, 'C:\\Users\\ada\\AppData\\Roaming'],
    ['linux', '', { XDG_DATA_HOME: '/data' }, '/data'],
    ...['linux', 'darwin', 'win32'].flatMap((platform) =>
      ['', '.', 'ada'].map((home) => [platform, home, {}, undefined] as const),
    ),
  ] as const)('of %s at %s with %o is %s', (platform, home, variables, folder) => {
    expect(readEnvironment(variables, { platform, home }).dataFolder).toBe(folder);
  });
});
