import { describe, expect, it } from 'vitest';
import { dataFolder } from './data-folder.ts';
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

describe('dataFolder', () => {
  it.each([
    [{ platform: 'linux', home: '/home/ada', xdgHome: '/data' }, '/data'],
    [{ platform: 'linux', home: '/home/ada', xdgHome: 'relative' }, '/home/ada/.local/share'],
    [{ platform: 'darwin', home: '/Users/ada' }, '/Users/ada/Library/Application Support'],
    [{ platform: 'win32', home: 'C:\\Users\\ada', appData: 'D:\\Data' }, 'D:\\Data'],
    [{ platform: 'win32', home: 'C:\\Users\\ada' }, 'C:\\Users\\ada\\AppData\\Roaming'],
  ])('for %o is %s', (facts, folder) => {
    expect(dataFolder(facts)).toBe(folder);
  });
});
