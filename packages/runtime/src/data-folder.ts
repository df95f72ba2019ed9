import { posix, win32 } from 'node:path';

export interface DataFolderFacts {
  /** As in `process.platform`. */
  platform: string;
  home: string;
  xdgDataHome?: string;
  appData?: string;
}

/** Where a user's data belongs: XDG on Linux, Application Support on macOS, APPDATA on Windows. */
export function dataFolder({ platform, home, xdgDataHome, appData }: DataFolderFacts): string {
  if (platform === 'win32') return appData ?? win32.join(home, 'AppData', 'Roaming');
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support');
  // The XDG specification says that a relative path is to be ignored.
  if (xdgDataHome !== undefined && posix.isAbsolute(xdgDataHome)) return xdgDataHome;
  return posix.join(home, '.local', 'share');
}
