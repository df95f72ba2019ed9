import type { LlmRoles } from '@mneme/core/llm';
import { type Environment, openLlm, parseModelSpec } from '@mneme/runtime';
import type { GlobalValues, OptionTable, OptionValues } from './options.ts';
import { refuseOptions, UsageError } from './usage-error.ts';

/** For Claude, if the costs of a run are reported. */
export const costOptions = {
  batch: { help: 'claude: all windows as one Message Batch, at half the price' },
  'input-price': { number: 'USD', help: 'of a million tokens, for the costs' },
  'output-price': { number: 'USD', help: 'of a million tokens, for the costs' },
} as const satisfies OptionTable;

/** The model of the options, else of the environment; undefined for none. */
export async function llmFrom(
  values: Pick<GlobalValues, 'llm'> & Partial<OptionValues<typeof costOptions>>,
  environment: Environment,
): Promise<LlmRoles | undefined> {
  const spec = parseModelSpec(values.llm ?? environment.llm ?? 'none', 'llm');
  if (spec.kind !== 'claude')
    refuseOptions(values, ['batch', 'inputPrice', 'outputPrice'], 'is for --llm claude.');
  const { batch, inputPrice: input, outputPrice: output } = values;
  if ((input === undefined) !== (output === undefined))
    throw new UsageError(
      'Costs need both prices: --input-price and --output-price.',
      'input-price',
    );
  const prices = input === undefined || output === undefined ? undefined : { input, output };
  return openLlm(spec, environment, { batch, prices });
}
