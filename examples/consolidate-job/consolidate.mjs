// One run, for cron or a systemd timer: makes facts from the turns since the last run. With an API key it asks Claude,
// all windows as one batch at half the price; otherwise the model of MNEME_LLM, or rules.
//   node consolidate.mjs [--dry-run]
import Anthropic from '@anthropic-ai/sdk';
import { claudeLlm } from '@mneme/agent';
import { terminalText } from '@mneme/core';
import { openMemory } from '@mneme/runtime';
import { withLock } from '../prune-job/with-lock.mjs';

const { MNEME_DB, ANTHROPIC_API_KEY, MODEL = 'claude-haiku-5' } = process.env;
const { MAX_COST = '1', INPUT_PRICE = '1', OUTPUT_PRICE = '5' } = process.env;
const claude = ANTHROPIC_API_KEY
  ? claudeLlm({
      client: new Anthropic(),
      model: MODEL,
      batch: true,
      prices: { input: Number(INPUT_PRICE), output: Number(OUTPUT_PRICE) },
    })
  : undefined;
const ending = new AbortController();
for (const name of ['SIGINT', 'SIGTERM']) process.once(name, () => ending.abort());

const { memory, path, close } = await openMemory({ db: MNEME_DB });
try {
  // Two runs at once make no fact twice, but both pay for the calls.
  const report = await withLock(`${path}.consolidate-lock`, () =>
    memory.consolidate({
      ...(claude && { extractor: claude.extractor, maxCost: Number(MAX_COST) }),
      dryRun: process.argv.includes('--dry-run'),
      actor: 'consolidate-job',
      signal: ending.signal,
    }),
  );
  if (report === undefined) console.log('another process is consolidating');
  else {
    const { turns, facts, confirmed, calls, cost, dryRun, failures } = report;
    console.log(
      `${turns} turns: ${facts} facts, ${confirmed} confirmed; ${calls} calls, ${cost.toFixed(2)} dollars${dryRun ? ', dry run' : ''}`,
    );
    for (const { scope, session, error } of failures)
      console.error(terminalText(`${scope}, ${session}: ${error.message}`));
    if (failures.length > 0) process.exitCode = 1;
  }
} finally {
  await close();
}
