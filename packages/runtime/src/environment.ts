import { homedir } from 'node:os';
import { join, posix, win32 } from 'node:path';
import { MnemeError } from '@mneme/core';

/** The fields that come from one variable each. An empty one counts as absent. */
export const environmentVariables = {
  /** Address or path of the store. */
  db: 'MNEME_DB',
  /** Address or path of the store with the data, if `db` is only a search index: `qdrant:…`. */
  rows: 'MNEME_ROWS',
  /** Address or path of a SQLite file for documents, if `db` has none. */
  documents: 'MNEME_DOCUMENTS',
  /** The key of an encrypted SQLite file. */
  key: 'MNEME_KEY',
  /** The file with that key, if `MNEME_KEY` is not set. */
  keyFile: 'MNEME_KEY_FILE',
  /** The key of the file that `mneme db copy` writes. */
  toKey: 'MNEME_TO_KEY',
  /** The file with the data keys of a sealed store. */
  keyring: 'MNEME_KEYRING',
  /** Wraps the keys in it. */
  masterKey: 'MNEME_MASTER_KEY',
  /** The file with it, if `MNEME_MASTER_KEY` is not set. */
  masterKeyFile: 'MNEME_MASTER_KEY_FILE',
  /** The default scope. */
  scope: 'MNEME_SCOPE',
  /** `static`, `transformers:<model>` or `http:<url>#<model>`. */
  embedder: 'MNEME_EMBEDDER',
  /** Sent to the endpoint of an `http:` embedder. */
  embedderApiKey: 'MNEME_EMBEDDER_API_KEY',
  /** `none`, `http:<url>#<model>` or `claude:<model>`. */
  llm: 'MNEME_LLM',
  /** Sent to the endpoint of an `http:` language model. */
  llmApiKey: 'MNEME_LLM_API_KEY',
  /** `transformers:<model>`, or `none`. */
  reranker: 'MNEME_RERANKER',
  /** What happens to secrets, as `reject,card_number=mask`. */
  secrets: 'MNEME_SECRETS',
  /** `on` or `content`, to use the process's OpenTelemetry. */
  telemetry: 'MNEME_TELEMETRY',
  /** The token for `/metrics` of the server. */
  metricsToken: 'MNEME_METRICS_TOKEN',
  /** Sent to api.openai.com and nowhere else. */
  openaiApiKey: 'OPENAI_API_KEY',
  /** For a dialogue with Claude. */
  anthropicApiKey: 'ANTHROPIC_API_KEY',
  /** A gateway instead of api.anthropic.com. */
  anthropicBaseUrl: 'ANTHROPIC_BASE_URL',
  /** Sent to the memory's Qdrant server. */
  qdrantApiKey: 'QDRANT_API_KEY',
  /** The folder of models for `transformers:`, encoders and rerankers. */
  modelsPath: 'MNEME_MODELS',
  /** 1: models may be downloaded. */
  allowDownload: 'MNEME_ALLOW_DOWNLOAD',
} as const;

type Texts = { -readonly [Name in keyof typeof environmentVariables]?: string };

/** The values of the environment; see {@link environmentVariables}. */
export interface Environment extends Omit<Texts, 'allowDownload'> {
  allowDownload: boolean;
  /** The system's folder for a user's data; the default database is in `mneme` below it. Absent without a home. */
  dataFolder?: string;
  /**
   * `MNEME_CONFIG`: the user's config file. Default: mneme/config.json in the system's folder for settings. Absent
   * without a home.
   */
  configFile?: string;
  /** `MNEME_CONFIG` is set, so the file must exist. */
  configFileNamed: boolean;
  /** The user's home. Absent: the environment names none, or a relative one, which would be the current folder. */
  home?: string;
  /** `NO_COLOR` is set to anything. */
  noColor: boolean;
  /** `TERM=dumb`: a terminal that only prints lines. */
  dumbTerminal: boolean;
}

/** Reads the environment. Nothing else in the project does. */
export function readEnvironment(
  variables: Readonly<Record<string, string | undefined>> = process.env,
  {
    platform = process.platform,
    home: given = systemHome(),
  }: { platform?: string; home?: string } = {},
): Environment {
  const read = (name: string) => variables[name] || undefined;
  const texts: Texts = Object.fromEntries(
    Object.entries(environmentVariables).map(([field, name]) => [field, read(name)]),
  );
  const { isAbsolute } = platform === 'win32' ? win32 : posix;
  const home = isAbsolute(given) ? given : undefined;
  const places = { platform, home, appData: read('APPDATA') };
  const configFolder = userFolder({ ...places, xdgHome: read('XDG_CONFIG_HOME') }, '.config');
  return {
    ...texts,
    allowDownload: ['1', 'true', 'yes'].includes(texts.allowDownload?.toLowerCase() ?? ''),
    dataFolder: userFolder({ ...places, xdgHome: read('XDG_DATA_HOME') }, '.local/share'),
    configFile: read('MNEME_CONFIG') ?? (configFolder && join(configFolder, 'mneme/config.json')),
    configFileNamed: read('MNEME_CONFIG') !== undefined,
    home,
    noColor: read('NO_COLOR') !== undefined,
    dumbTerminal: read('TERM') === 'dumb',
  };
}

interface Places {
  /** As in `process.platform`. */
  platform: string;
  home: string | undefined;
  xdgHome: string | undefined;
  appData: string | undefined;
}

/** The folder for a user's data or settings: XDG on Linux, Application Support on macOS, APPDATA on Windows. */
function userFolder(
  { platform, home, xdgHome, appData }: Places,
  onLinux: string,
): string | undefined {
  if (platform === 'win32') return appData ?? (home && win32.join(home, 'AppData', 'Roaming'));
  if (platform === 'darwin') return home && posix.join(home, 'Library', 'Application Support');
  // The XDG specification says to ignore relative paths.
  if (xdgHome !== undefined && posix.isAbsolute(xdgHome)) return xdgHome;
  return home && posix.join(home, onLinux);
}

/** Empty if the system does not know this user, and HOME is not set. */
function systemHome(): string {
  try {
    return homedir();
  } catch {
    return '';
  }
}

/** The error for what is in the user's home by default, and needs another place. */
export function noHome(what: string, instead: string): MnemeError {
  return new MnemeError(
    'invalid_input',
    `there is no home folder, so there is no ${what}: ${instead}, or set HOME to an absolute path`,
    { field: 'home' },
  );
}
