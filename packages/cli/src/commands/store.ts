import { type Importance, memoryCategories } from '@mneme/core';
import { conflictPolicy, conflictPolicyNames } from '@mneme/runtime';
import { defineCommand } from '../command.ts';
import { kindsValue, metadataValue, withoutAbsent } from '../option-values.ts';
import { scopeOptions, storeOptions } from '../options.ts';
import { readText } from '../read-text.ts';
import { UsageError } from '../usage-error.ts';
import { shortId, wholeId } from '../whole-id.ts';

export const storeCommand = defineCommand({
  usage: '[TEXT...]',
  details: [
    'Give the text as argument or on standard input. A known fact is confirmed; a changed fact replaces the older',
    'memory (see --on-conflict). Passwords, keys and card numbers are refused.',
  ].join('\n'),
  options: {
    kind: {
      list: 'KIND',
      help: 'episode: what was said, with its session and sequence; fact: what is known (default without session and sequence)',
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
  uses: [...scopeOptions, ...storeOptions, 'embedder', 'llm', 'secrets'],
  async run({ values, positionals, output, input, signal, scopeName, open }) {
    const typed = positionals.join(' ');
    if (positionals.length === 0 && input.isTTY === true) {
      throw new UsageError('What shall be remembered? mneme store TEXT');
    }
    const content =
      positionals.length > 0 && typed !== '-' ? typed : await readText(input, { signal });
    const { category, tags, expiresAt, occurredAt, onConflict } = values;
    const { speaker, session, sequence, id: externalId } = values;
    const request = {
      content,
      kind: kindsValue(values.kind)?.[0],
      importance: values.importance as Importance | undefined,
      metadata: metadataValue(values.metadata),
      source: withoutAbsent({ speaker, session, sequence, externalId }),
      onConflict: onConflict && conflictPolicy(onConflict, 'onConflict'),
      ...{ category, tags, expiresAt, occurredAt },
    };
    const { memory } = await open();
    const scope = memory.scope(scopeName);
    const evidence = values.evidence?.map((id) => wholeId(scope, id));
    const result = await scope.store(
      { ...request, evidence: evidence && (await Promise.all(evidence)) },
      { actor: 'cli', signal },
    );
    output.result(result, () => {
      const { good, warning, quiet } = output.colours;
      const paint = result.outcome === 'rejected' ? warning : good;
      const linked = [
        ...(result.superseded ?? []).map((id) => ` ${quiet('in place of')} ${shortId(id)}`),
        ...(result.contests ?? []).map((id) => ` ${quiet('contests')} ${shortId(id)}`),
      ];
      return [
        `${paint(result.outcome)} ${shortId(result.id)}${linked.join('')}`,
        result.reason && `  ${quiet(result.reason)}`,
        !!result.masked?.length && `  ${warning(`masked: ${result.masked.join(', ')}`)}`,
      ];
    });
  },
});
