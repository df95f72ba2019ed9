import { MnemeError } from '@mneme/core';
import { html } from '../html.ts';
import { inWords } from '../sentences.ts';
import type { Page } from '../visit.ts';
import type { Words } from '../words.ts';

/** What failed: an error, or a message of its own. */
export function failurePage(words: Words, failure: unknown): Page {
  const { errors } = words;
  const status = statusOf(failure);
  const message = problemText(words, failure);
  return {
    title: errors.title,
    status,
    main: html`<section class="state" role="alert">
  <h1>${errors.title}</h1>
  <p dir="auto">${message}</p>
</section>`,
  };
}

function statusOf(failure: unknown): Page['status'] {
  if (failure === 'missing') return 404;
  if (typeof failure === 'string') return 403;
  if (!MnemeError.isInstance(failure))
    return (failure as { status?: number }).status === 429 ? 429 : 500;
  return failure.code === 'not_found' ? 404 : failure.code === 'conflict' ? 409 : 400;
}

/** Why something was refused, in the language of the page. */
export function problemText(words: Words, failure: unknown): string {
  const { errors } = words;
  if (MnemeError.isInstance(failure)) return inWords(words, failure.message);
  if (typeof failure === 'string' && failure in errors)
    return errors[failure as keyof typeof errors];
  return statusOf(failure) === 429 ? errors.busy : errors.internal;
}
