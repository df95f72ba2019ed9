import { posix, win32 } from 'node:path';

export interface DataFolderFacts {
  /** As in `process.platform`. */
  platform: string;
  home: string;
  /** The XDG variable: `XDG_DATA_HOME`, or `XDG_CONFIG_HOME` for settings. */
  xdgHome?: string;
  appData?: string;
}

/** The folder for a user's data: XDG on Linux, Application Support on macOS, APPDATA on Windows. */
export function dataFolder(facts: DataFolderFacts): string {
  return folderOf(facts, ['.local', 'share']);
}

/** The folder for a user's settings: the same, except on Linux. */
export function configFolder(facts: DataFolderFacts): string {
  return folderOf(facts, ['.config']);
}

function folderOf(
  { platform, home, xdgHome, appData }: DataFolderFacts,
  onLinux: readonly string[],
): string {
  if (platform === 'win32') return appData ?? win32.join(home, 'AppData', 'Roaming');
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support');
  // The XDG specification says to ignore relative paths.
  if (xdgHome !== undefined && posix.isAbsolute(xdgHome)) return xdgHome;
  return posix.join(home, ...onLinux);
}
