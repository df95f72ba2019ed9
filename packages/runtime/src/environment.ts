import { homedir } from 'node:os';
import { join } from 'node:path';
import { configFolder, dataFolder } from './data-folder.ts';

/** What the surroundings say. An empty variable counts as absent. */
export interface Environment {
  /** `MNEME_DB`: address or path of the store. */
  db?: string;
  /** `MNEME_DOCUMENTS`: address or path of a SQLite file for documents, where `db` keeps none. */
  documents?: string;
  /** `MNEME_KEY`: the key of an encrypted SQLite file. */
  key?: string;
  /** `MNEME_KEY_FILE`: the file that holds that key, where `MNEME_KEY` is not set. */
  keyFile?: string;
  /** `MNEME_NEW_KEY`: the key that such a file is to get. */
  newKey?: string;
  /** `MNEME_KEYRING`: the file with the data keys of a sealed store. */
  keyring?: string;
  /** `MNEME_MASTER_KEY`: what the keys in it are wrapped with. */
  masterKey?: string;
  /** `MNEME_MASTER_KEY_FILE`: the file that holds it, where `MNEME_MASTER_KEY` is not set. */
  masterKeyFile?: string;
  /** `MNEME_SCOPE`: the scope where none is given. */
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
  /** `MNEME_TELEMETRY`: `on` or `content`, where memories are to be watched by the process's OpenTelemetry. */
  telemetry?: string;
  /** `MNEME_METRICS_TOKEN`: what opens `/metrics` of the server, where a token is wanted. */
  metricsToken?: string;
  /** `OPENAI_API_KEY`: sent to api.openai.com and nowhere else. */
  openaiApiKey?: string;
  /** `ANTHROPIC_API_KEY`: for a dialogue with Claude. */
  anthropicApiKey?: string;
  /** `ANTHROPIC_BASE_URL`: a gateway in place of api.anthropic.com. */
  anthropicBaseUrl?: string;
  /** `QDRANT_API_KEY`: sent to the Qdrant server that holds the memory. */
  qdrantApiKey?: string;
  /** `MNEME_MODELS`: the folder that holds models for `transformers:`, encoders and rerankers. */
  modelsPath?: string;
  /** `MNEME_ALLOW_DOWNLOAD=1`: models may be fetched from the hub. */
  allowDownload: boolean;
  /** Where programs keep a user's data on this system; the default database lies in `mneme` below it. */
  dataFolder: string;
  /** `MNEME_CONFIG`: the user's config file. Default: mneme/config.json where programs keep a user's settings. */
  configFile: string;
  /** `MNEME_CONFIG` is set, so the file must be there. */
  configFileNamed: boolean;
  /** The user's home. */
  home: string;
  /** `NO_COLOR` is set to anything. */
  noColor: boolean;
  /** `TERM=dumb`: a terminal that only writes one line below the other. */
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
