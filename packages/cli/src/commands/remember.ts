import { existsSync } from 'node:fs';
import { type Importance, memoryCategories } from '@mneme/core';
import { disclosures } from '@mneme/core/backend';
import { conflictPolicy, conflictPolicyNames } from '@mneme/runtime';
import { defineCommand } from '../command.ts';
import { readText } from '../files.ts';
import { kindsValue, metadataValue, withoutAbsent } from '../option-values.ts';
import { memoryOptions } from '../options.ts';
import { oneLine } from '../text-width.ts';
import { UsageError } from '../usage-error.ts';
import { shortId, wholeId } from '../whole-id.ts';

export const store = defineCommand({
  usage: '[TEXT...]',
  details: [
    'Give the text as argument or on standard input. A known fact is confirmed; a changed fact replaces the older',
    'memory (see --on-conflict). Passwords, keys and card numbers are refused.',
  ].join('\n'),
  options: {
    kind: {
      list: 'KIND',
      help: 'fact: what is known (default); episode: what was said, with its session and sequence',
    },
    evidence: { list: 'ID,ID', help: 'ids of episodes and documents that support the fact' },
    category: {
      value: 'NAME',
      help: 'user_preference, project_context, factual_knowledge (default), decision_log, relationship, task_progress',
      oneOf: memoryCategories,
    },
    importance: {
      number: '1..5',
      help: '5: stated preferences, 3: useful background (default)',
    },
    tags: { list: 'A,B', help: 'tags to find it by' },
    metadata: {
      values: 'KEY=VALUE',
      help: 'returned with it, and --where filters by it; repeatable',
    },
    disclosure: {
      value: 'NAME',
      help: 'when a block shows it: always, relevant or asked (default: by what it is about)',
      oneOf: disclosures,
    },
    'expires-at': {
      value: 'TIME',
      help: 'ISO 8601; no query returns it after this time',
    },
    'occurred-at': {
      value: 'TIME',
      help: 'ISO 8601; when it was said or happened (default: now)',
    },
    speaker: { value: 'NAME', help: 'who said it' },
    session: { value: 'NAME', help: 'the conversation it belongs to' },
    sequence: { number: 'N', help: 'its position in the session' },
    id: { value: 'ID', help: 'your own id; storing it again confirms or updates' },
    'on-conflict': {
      value: 'POLICY',
      help: 'supersede (default), merge, keep-both, reject or upsert',
      oneOf: conflictPolicyNames,
    },
  },
  fillsStore: true,
  uses: [...memoryOptions, 'embedder', 'llm', 'secrets'],
  async run({ values, positionals, output, input, signal, open }) {
    const typed = positionals.join(' ');
    if (positionals.length === 0 && input.isTTY === true) {
      throw new UsageError('Something is missing: mneme store TEXT');
    }
    const content =
      positionals.length > 0 && typed !== '-' ? typed : await readText(input, { signal });
    const { category, tags, disclosure, expiresAt, occurredAt, onConflict } = values;
    const { speaker, session, sequence, id: externalId } = values;
    const request = {
      content,
      kind: kindsValue(values.kind)?.[0],
      importance: values.importance as Importance | undefined,
      metadata: metadataValue(values.metadata),
      source: withoutAbsent({ speaker, session, sequence, externalId }),
      onConflict: onConflict && conflictPolicy(onConflict, 'onConflict'),
      ...{ category, tags, disclosure, expiresAt, occurredAt },
    };
    const { scope } = await open();
    const evidence = values.evidence?.map((id) => wholeId(scope, id));
    const result = await scope.store(
      { ...request, evidence: evidence && (await Promise.all(evidence)) },
      { actor: 'cli', signal },
    );
    output.result(result, () => {
      const { good, warning, quiet } = output.colours;
      const paint = result.outcome === 'rejected' ? warning : good;
      const outcome = result.outcome === 'superseded' ? 'created' : result.outcome;
      const linked = [
        ...(result.superseded ?? []).map((id) => `, ${quiet('replaces')} ${shortId(id)}`),
        ...(result.contests ?? []).map((id) => `, ${quiet('contests')} ${shortId(id)}`),
      ];
      return [
        `${paint(outcome)} ${shortId(result.id)}${linked.join('')}`,
        result.reason && `  ${quiet(result.reason)}`,
        !!result.masked?.length && `  ${warning(`masked: ${result.masked.join(', ')}`)}`,
      ];
    });
  },
});

export const update = defineCommand({
  usage: 'ID [TEXT...]',
  details: [
    'The memory keeps its id; the old text stays in its history. TEXT may be - for standard input. Without TEXT only the',
    'fields of the options change. An empty value removes: --expires-at "", --tags "", --metadata "".',
  ].join('\n'),
  options: {
    category: { value: 'NAME', help: 'another category', oneOf: memoryCategories },
    importance: { number: '1..5', help: 'another importance' },
    tags: { list: 'A,B', help: 'replaces all tags' },
    'expires-at': { value: 'TIME', help: 'another expiry (ISO 8601)' },
    metadata: { values: 'KEY=VALUE', help: 'replaces all metadata' },
    disclosure: { value: 'NAME', help: 'when a block shows it', oneOf: disclosures },
    reason: { value: 'TEXT', help: 'reason in the audit' },
  },
  uses: [...memoryOptions, 'embedder', 'secrets'],
  async run({ values, positionals, output, input, signal, open }) {
    const [given = '', ...words] = positionals;
    const typed = words.length === 0 ? undefined : words.join(' ');
    const { category, tags, disclosure, expiresAt, metadata, reason } = values;
    const changes = {
      content: typed === '-' ? await readText(input, { signal }) : typed,
      ...{ category, tags, disclosure },
      importance: values.importance as Importance | undefined,
      expiresAt: expiresAt === '' ? null : expiresAt,
      metadata: metadata?.join('') === '' ? null : metadataValue(metadata),
    };
    if (Object.values(changes).every((change) => change === undefined)) {
      throw new UsageError(
        'Something is missing: mneme update ID TEXT, or an option such as --tags.',
      );
    }
    // Only a new text needs a vector.
    const { scope } = await open(changes.content === undefined ? { embedder: 'none' } : {});
    const id = await wholeId(scope, given);
    const result = await scope.update(id, changes, { actor: 'cli', reason, signal });
    output.result(result, () => {
      const { good, warning, quiet } = output.colours;
      const { outcome, replaced, masked } = result;
      return [
        `${good(outcome)} ${shortId(result.id)}`,
        replaced && `  ${quiet(`the old text is ${shortId(replaced)} in its history`)}`,
        masked && `  ${warning(`masked: ${masked.join(', ')}`)}`,
      ];
    });
  },
});

const deleteCommand = defineCommand({
  usage: 'ID',
  options: {
    reason: {
      value: 'TEXT',
      help: 'reason in the audit (default: "deleted on the command line")',
    },
    'keep-history': { help: 'keep the texts that it replaced' },
    'keep-turns': { help: 'keep the turns that say it' },
    'dry-run': { help: 'only show what would be deleted' },
  },
  uses: memoryOptions,
  async run({ values, positionals: [id = ''], output, signal, open }) {
    const { scope } = await open();
    const { reason = 'deleted on the command line', keepHistory, keepTurns, dryRun } = values;
    const options = { reason, keepHistory, keepTurns, dryRun, actor: 'cli', signal };
    const receipt = await scope.delete(await wholeId(scope, id), options);
    const { forgotten, turns, cut } = receipt;
    const also = [
      forgotten.length > 0 && `${forgotten.length} facts that rest on it alone`,
      turns.length > 0 && `${turns.length} turns that say it`,
      cut.length > 0 && `what ${cut.length} further turns say of it`,
    ].filter((part) => part !== false);
    const more = also.length === 0 ? '' : `, and ${also.join(', ')}`;
    const done = dryRun ? 'would delete' : output.colours.good('deleted');
    output.result(receipt, () => `${done} ${shortId(receipt.id)}${more}`);
  },
});

export const forget = defineCommand({
  usage: 'WORDS...',
  details: [
    'Shows the facts about it, the turns that say it and the answers that repeat it; with --yes it removes them for good.',
    'A turn that says something else too loses only that part. What was forgotten is not learned again, until you store it.',
  ].join('\n'),
  options: {
    yes: { help: 'forget what it shows' },
    'keep-turns': { help: 'only the facts' },
    reason: {
      value: 'TEXT',
      help: 'reason in the audit (default: "forgotten on the command line")',
    },
  },
  uses: [...memoryOptions, 'embedder'],
  async run({ values, positionals, output, signal, open }) {
    const { scope } = await open();
    const { reason = 'forgotten on the command line', keepTurns, yes = false } = values;
    const about = positionals.join(' ');
    const options = { about, reason, keepTurns, dryRun: !yes, actor: 'cli', signal };
    const receipt = await scope.forget(options);
    output.result(receipt, () => {
      const { good, quiet } = output.colours;
      const { memories } = receipt;
      if (memories.length === 0) return 'Nothing is known about that.';
      const done = yes ? good('forgotten') : 'would forget';
      return [
        ...memories.map(({ id, kind, content, left }) => {
          const stays = left === undefined ? '' : quiet(` (stays: ${oneLine(left)})`);
          return `${done} ${shortId(id)} ${quiet(kind)} ${oneLine(content)}${stays}`;
        }),
        !yes &&
          quiet('Nothing was forgotten. Repeat it with --yes to forget all of these for good.'),
      ];
    });
  },
});

export const restore = defineCommand({
  usage: 'ID',
  details:
    'Makes it current again, beside the memory that replaced it, or with --instead in its place. "mneme get ID --why" shows its history. To restore a backup of a store use "mneme db restore FILE".',
  options: {
    instead: { help: 'move the memory that replaced it to the history' },
    reason: { value: 'TEXT', help: 'reason in the audit' },
  },
  uses: memoryOptions,
  async run({ values, positionals: [given = ''], output, signal, open }) {
    if (existsSync(given))
      throw new UsageError(
        `${given} is a file, and restore takes the ID of a memory. For a backup: mneme db restore FILE`,
        'ID',
      );
    const { scope } = await open();
    const id = await wholeId(scope, given);
    const { instead, reason } = values;
    const result = await scope.restore(id, { instead, reason, actor: 'cli', signal });
    output.result(result, () => {
      const { good, quiet } = output.colours;
      const { beside, replaced } = result;
      return [
        `${good(result.outcome)} ${shortId(result.id)}`,
        beside && `  ${quiet(`${shortId(beside)} is current too`)}`,
        replaced && `  ${quiet(`in place of ${shortId(replaced)}`)}`,
      ];
    });
  },
});

export { deleteCommand as delete };
