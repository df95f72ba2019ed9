import { memoryCategories } from '@mneme/core';
import { conflictPolicy, conflictPolicyNames } from '@mneme/runtime';
import { defineCommand } from '../command.ts';
import {
  categoryValue,
  importanceValue,
  kindsValue,
  listValue,
  metadataValue,
  numberValue,
  withoutAbsent,
} from '../option-values.ts';
import { importances, scopeOptions, storeOptions } from '../options.ts';
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
      value: 'KIND',
      help: 'episode: what was said, with its session and sequence; fact: what is known (default without session and sequence)',
    },
    evidence: {
      value: 'ID,ID',
      help: 'ids of episodes and documents that support the fact',
    },
    category: {
      value: 'NAME',
      help: 'user_preference, project_context, factual_knowledge (default), decision_log, relationship, task_progress',
      choices: memoryCategories,
    },
    importance: {
      value: '1..5',
      help: '5: stated preferences, 3: useful background (default)',
      choices: importances,
    },
    tags: { value: 'A,B', help: 'tags to find it by' },
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
    sequence: { value: 'N', help: 'its position in the session' },
    id: { value: 'ID', help: 'your own id; storing it again confirms or updates' },
    'on-conflict': {
      value: 'POLICY',
      help: 'supersede (default), merge, keep-both, reject or upsert',
      choices: conflictPolicyNames,
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
    const policy = values['on-conflict'];
    const request = {
      content,
      kind: kindsValue(values.kind)?.[0],
      category: categoryValue(values.category),
      importance: importanceValue(values.importance),
      tags: listValue(values.tags),
      metadata: metadataValue(values.metadata),
      expiresAt: values['expires-at'],
      occurredAt: values['occurred-at'],
      source: withoutAbsent({
        speaker: values.speaker,
        session: values.session,
        sequence: numberValue(values.sequence, 'sequence'),
        externalId: values.id,
      }),
      onConflict: policy === undefined ? undefined : conflictPolicy(policy, 'onConflict'),
    };
    const { memory } = await open();
    const scope = memory.scope(scopeName);
    const evidence = listValue(values.evidence)?.map((id) => wholeId(scope, id));
    const result = await scope.store(
      { ...request, evidence: evidence && (await Promise.all(evidence)) },
      { actor: 'cli', signal },
    );
    output.result(result, () => {
      const { good, warning, quiet } = output.colours;
      const paint = result.outcome === 'rejected' ? warning : good;
      const replaced =
        result.superseded?.map((id) => ` ${quiet('in place of')} ${shortId(id)}`) ?? [];
      const contested = result.contests?.map((id) => ` ${quiet('contests')} ${shortId(id)}`) ?? [];
      const masked = result.masked?.length
        ? [`  ${warning(`masked: ${result.masked.join(', ')}`)}`]
        : [];
      const reason = result.reason === undefined ? [] : [`  ${quiet(result.reason)}`];
      return [
        `${paint(result.outcome)} ${shortId(result.id)}${replaced.join('')}${contested.join('')}`,
        ...reason,
        ...masked,
      ].join('\n');
    });
  },
});
