import { MnemeError } from '@mneme/core';
import { invalidRequest } from '../http/api-error.ts';
import { type Route, route } from '../http/route.ts';
import { settleBody, settleReportSchema, usualCalls } from '../wire/settle.ts';
import { by } from './stores-of.ts';

/** Settles contested memories: by the caller's decision, or by the server's language model. */
export const settleRoutes: readonly Route[] = [
  route('post /v1/mneme/settle', {
    id: 'settleRecords',
    summary: 'Settle records that contest each other',
    writes: 'may conflict',
    body: settleBody,
    answer: settleReportSchema,
    async handle(context, { body: { verdict, maxCalls = usualCalls, ...options } }) {
      if (verdict !== undefined && options.pair === undefined)
        throw invalidRequest('pair is missing: give the ids of the two records of the verdict');
      const judge = verdict === undefined ? {} : { judge: async () => verdict };
      try {
        const given = { ...by(context), ...options, ...judge, maxCalls };
        return await context.get('scope').settle(given);
      } catch (error) {
        if (!MnemeError.isInstance(error) || error.field !== 'judge') throw error;
        throw invalidRequest(
          'verdict is missing, and this server has no language model: give pair and verdict, or start the server with --llm',
        );
      }
    },
  }),
];
