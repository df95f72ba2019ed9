import { posix, win32 } from 'node:path';

export interface DataFolderFacts {
  /** As in `process.platform`. */
  platform: string;
  home: string;
  /** The variable of XDG: `XDG_DATA_HOME`, or `XDG_CONFIG_HOME` for settings. */
  xdgHome?: string;
  appData?: string;
}

/** Where a user's data belongs: XDG on Linux, Application Support on macOS, APPDATA on Windows. */
export function dataFolder(facts: DataFolderFacts): string {
  return folderOf(facts, ['.local', 'share']);
}

/** Where a user's settings belong: with the data, but for Linux. */
export function configFolder(facts: DataFolderFacts): string {
  return folderOf(facts, ['.config']);
}

function folderOf(
  { platform, home, xdgHome, appData }: DataFolderFacts,
  onLinux: readonly string[],
): string {
  if (platform === 'win32') return appData ?? win32.join(home, 'AppData', 'Roaming');
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support');
  // The XDG specification says that a relative path is to be ignored.
  if (xdgHome !== undefined && posix.isAbsolute(xdgHome)) return xdgHome;
  return posix.join(home, ...onLinux);
}
