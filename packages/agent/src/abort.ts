/** A controller that also aborts when the outer signal does. `release` lets go of the outer signal. */
export function childController(outer: AbortSignal | undefined): {
  controller: AbortController;
  release: () => void;
} {
  const controller = new AbortController();
  const onAbort = () => controller.abort(outer?.reason);
  if (outer?.aborted) onAbort();
  outer?.addEventListener('abort', onAbort, { once: true });
  return { controller, release: () => outer?.removeEventListener('abort', onAbort) };
}
