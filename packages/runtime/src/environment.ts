import { homedir } from 'node:os';
import { join } from 'node:path';
import { configFolder, dataFolder } from './data-folder.ts';

/** The values of the environment. An empty variable counts as absent. */
export interface Environment {
  /** `MNEME_DB`: address or path of the store. */
  db?: string;
  /** `MNEME_DOCUMENTS`: address or path of a SQLite file for documents, if `db` has none. */
  documents?: string;
  /** `MNEME_KEY`: the key of an encrypted SQLite file. */
  key?: string;
  /** `MNEME_KEY_FILE`: the file with that key, if `MNEME_KEY` is not set. */
  keyFile?: string;
  /** `MNEME_NEW_KEY`: the new key of such a file. */
  newKey?: string;
  /** `MNEME_KEYRING`: the file with the data keys of a sealed store. */
  keyring?: string;
  /** `MNEME_MASTER_KEY`: wraps the keys in it. */
  masterKey?: string;
  /** `MNEME_MASTER_KEY_FILE`: the file with it, if `MNEME_MASTER_KEY` is not set. */
  masterKeyFile?: string;
  /** `MNEME_SCOPE`: the default scope. */
  scope?: string;
  /** `MNEME_EMBEDDER`: `static`, `transformers:<model>` or `http:<url>#<model>`. */
  embedder?: string;
  /** `MNEME_EMBEDDER_API_KEY`: sent to the endpoint of an `http:` embedder. */
  embedderApiKey?: string;
  /** `MNEME_LLM`: `none`, `http:<url>#<model>` or `claude:<model>`. */
  llm?: string;
  /** `MNEME_LLM_API_KEY`: sent to the endpoint of an `http:` language model. */
  llmApiKey?: string;
  /** `MNEME_RERANKER`: `transformers:<model>`, or `none`. */
  reranker?: string;
  /** `MNEME_SECRETS`: what happens to secrets, as `reject,card_number=mask`. */
  secrets?: string;
  /** `MNEME_TELEMETRY`: `on` or `content`, to use the process's OpenTelemetry. */
  telemetry?: string;
  /** `MNEME_METRICS_TOKEN`: the token for `/metrics` of the server. */
  metricsToken?: string;
  /** `OPENAI_API_KEY`: sent to api.openai.com and nowhere else. */
  openaiApiKey?: string;
  /** `ANTHROPIC_API_KEY`: for a dialogue with Claude. */
  anthropicApiKey?: string;
  /** `ANTHROPIC_BASE_URL`: a gateway instead of api.anthropic.com. */
  anthropicBaseUrl?: string;
  /** `QDRANT_API_KEY`: sent to the memory's Qdrant server. */
  qdrantApiKey?: string;
  /** `MNEME_MODELS`: the folder of models for `transformers:`, encoders and rerankers. */
  modelsPath?: string;
  /** `MNEME_ALLOW_DOWNLOAD=1`: models may be downloaded. */
  allowDownload: boolean;
  /** The system's folder for a user's data; the default database is in `mneme` below it. */
  dataFolder: string;
  /** `MNEME_CONFIG`: the user's config file. Default: mneme/config.json in the system's folder for settings. */
  configFile: string;
  /** `MNEME_CONFIG` is set, so the file must exist. */
  configFileNamed: boolean;
  /** The user's home. */
  home: string;
  /** `NO_COLOR` is set to anything. */
  noColor: boolean;
  /** `TERM=dumb`: a terminal that only prints lines. */
  dumbTerminal: boolean;
}

/** Reads the environment. Nothing else in the project does. */
export function readEnvironment(
  variables: Readonly<Record<string, string | undefined>> = process.env,
  { platform = process.platform, home = homedir() }: { platform?: string; home?: string } = {},
): Environment {
  const read = (name: string) => variables[name] || undefined;
  const places = { platform, home, appData: read('APPDATA') };
  return {
    db: read('MNEME_DB'),
    documents: read('MNEME_DOCUMENTS'),
    key: read('MNEME_KEY'),
    keyFile: read('MNEME_KEY_FILE'),
    newKey: read('MNEME_NEW_KEY'),
    keyring: read('MNEME_KEYRING'),
    masterKey: read('MNEME_MASTER_KEY'),
    masterKeyFile: read('MNEME_MASTER_KEY_FILE'),
    scope: read('MNEME_SCOPE'),
    embedder: read('MNEME_EMBEDDER'),
    embedderApiKey: read('MNEME_EMBEDDER_API_KEY'),
    llm: read('MNEME_LLM'),
    llmApiKey: read('MNEME_LLM_API_KEY'),
    reranker: read('MNEME_RERANKER'),
    secrets: read('MNEME_SECRETS'),
    telemetry: read('MNEME_TELEMETRY'),
    metricsToken: read('MNEME_METRICS_TOKEN'),
    openaiApiKey: read('OPENAI_API_KEY'),
    anthropicApiKey: read('ANTHROPIC_API_KEY'),
    anthropicBaseUrl: read('ANTHROPIC_BASE_URL'),
    qdrantApiKey: read('QDRANT_API_KEY'),
    modelsPath: read('MNEME_MODELS'),
    allowDownload: ['1', 'true', 'yes'].includes(
      (read('MNEME_ALLOW_DOWNLOAD') ?? '').toLowerCase(),
    ),
    dataFolder: dataFolder({ ...places, xdgHome: read('XDG_DATA_HOME') }),
    configFile:
      read('MNEME_CONFIG') ??
      join(configFolder({ ...places, xdgHome: read('XDG_CONFIG_HOME') }), 'mneme', 'config.json'),
    configFileNamed: read('MNEME_CONFIG') !== undefined,
    home,
    noColor: read('NO_COLOR') !== undefined,
    dumbTerminal: read('TERM') === 'dumb',
  };
}
