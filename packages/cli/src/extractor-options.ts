import { type Extractor, MnemeError, ruleExtractor } from '@mneme/core';
import type { Environment } from '@mneme/runtime';
import { numberValue } from './option-values.ts';
import type { OptionTable, OptionValues } from './options.ts';
import { refuseOptions } from './refuse-options.ts';
import { UsageError } from './usage-error.ts';

const extractors = ['rules', 'claude'] as const;
const defaultModel = 'claude-haiku-5';

const claudeOptions = {
  model: { type: 'text', value: 'NAME', help: `of claude (default: ${defaultModel})` },
  'base-url': {
    type: 'text',
    value: 'URL',
    help: 'a gateway in place of api.anthropic.com (default: $ANTHROPIC_BASE_URL)',
  },
} as const satisfies OptionTable;

/** Commands that ask an extractor take these. */
export const extractorOptions = {
  extractor: {
    type: 'text',
    value: 'NAME',
    help: 'rules (default) | claude',
    choices: extractors,
  },
  ...claudeOptions,
} as const satisfies OptionTable;

/** Of claude, where what a run costs is told. */
export const costOptions = {
  batch: { type: 'flag', help: 'claude: all windows as one Message Batch, at half the price' },
  'input-price': { type: 'text', value: 'USD', help: 'of a million tokens, for the costs' },
  'output-price': { type: 'text', value: 'USD', help: 'of a million tokens, for the costs' },
} as const satisfies OptionTable;

/** The extractor that the options name. */
export async function extractorFrom(
  values: OptionValues<typeof extractorOptions> & Partial<OptionValues<typeof costOptions>>,
  { anthropicApiKey: apiKey, anthropicBaseUrl }: Environment,
): Promise<Extractor> {
  const { extractor = 'rules', model = defaultModel, batch } = values;
  if (extractor === 'rules') {
    refuseOptions(
      values,
      Object.keys({ ...claudeOptions, ...costOptions }),
      'is for --extractor claude.',
    );
    return ruleExtractor();
  }
  if (extractor !== 'claude')
    throw new UsageError(`--extractor is "${extractor}": give rules or claude.`, {
      field: 'extractor',
    });
  if (apiKey === undefined)
    throw new MnemeError(
      'invalid_input',
      'ANTHROPIC_API_KEY is not set, and --extractor claude asks Claude: make a key at https://platform.claude.com/settings/keys, then run export ANTHROPIC_API_KEY=<your key>, or use --extractor rules',
      { field: 'ANTHROPIC_API_KEY' },
    );
  const input = numberValue(values['input-price'], 'inputPrice');
  const output = numberValue(values['output-price'], 'outputPrice');
  if ((input === undefined) !== (output === undefined))
    throw new UsageError('Costs need both prices: --input-price and --output-price.', {
      field: 'input-price',
    });
  const baseURL = values['base-url'] ?? anthropicBaseUrl;
  // Only this needs them, and the others should start without them.
  const { Anthropic } = await import('@anthropic-ai/sdk');
  const { claudeExtractor } = await import('@mneme/agent');
  return claudeExtractor({
    client: new Anthropic({ apiKey, ...(baseURL ? { baseURL } : {}) }),
    model,
    batch,
    prices: input === undefined || output === undefined ? undefined : { input, output },
  });
}
