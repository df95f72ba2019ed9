import type { EvidenceReport, Recalled } from '@mneme/core';
import { parameter, type Route, route } from '../http/route.ts';
import { evidenceSchema, recallBody, recalledSchema, whyNotSchema } from '../wire/recall.ts';
import { retrieveBody } from '../wire/records.ts';
import { fitting, omitted } from './stores-of.ts';

/** What a model gets for a message, why a memory is found or not, and its evidence. */
export const recallRoutes: readonly Route[] = [
  route('post /v1/mneme/recall', {
    id: 'recall',
    summary: 'Recall what a model should get for a message: profile, facts, passages',
    body: recallBody,
    answer: recalledSchema.extend({ omitted }),
    async handle(context, { body: { message, ...options } }) {
      return fittingRecall(await context.get('scope').recall(message, options));
    },
  }),
  route('post /v1/mneme/memories/{id}/why_not', {
    id: 'whyNot',
    summary: 'Say why a record does or does not come back for a query',
    body: retrieveBody,
    answer: whyNotSchema,
    handle: (context, { body: { query, ...options } }) =>
      context.get('scope').whyNot(query, parameter(context, 'id'), options),
  }),
  route('get /v1/mneme/memories/{id}/evidence', {
    id: 'getRecordEvidence',
    summary: 'Read what a record rests on, and the facts that rest on it',
    answer: evidenceSchema.extend({ omitted }),
    async handle(context) {
      return fittingEvidence(await context.get('scope').evidence(parameter(context, 'id')));
    },
  }),
];

/** Facts of the profile come first, then those for the message, then turns. */
function fittingRecall({ profile, facts, passages, tokens }: Recalled) {
  const turns = passages.flatMap((passage) => passage.turns);
  const { first, ...rest } = fitting([...profile, ...facts, ...turns]);
  const fits = new Set<unknown>(first);
  return {
    profile: profile.filter((fact) => fits.has(fact)),
    facts: facts.filter((fact) => fits.has(fact)),
    passages: passages
      .map((passage) => ({ ...passage, turns: passage.turns.filter((turn) => fits.has(turn)) }))
      .filter((passage) => passage.turns.length > 0),
    tokens,
    ...rest,
  };
}

function fittingEvidence(report: EvidenceReport) {
  const { memory, turns, documents, memories, facts, gone } = report;
  const { first, ...rest } = fitting([memory, ...turns, ...memories, ...documents, ...facts]);
  const fits = new Set<unknown>(first);
  return {
    memory,
    turns: turns.filter((turn) => fits.has(turn)),
    documents: documents.filter((document) => fits.has(document)),
    memories: memories.filter((one) => fits.has(one)),
    gone,
    facts: facts.filter((fact) => fits.has(fact)),
    ...rest,
  };
}
