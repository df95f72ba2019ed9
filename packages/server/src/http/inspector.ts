import type { Handler } from 'hono';
import type { Keys } from '../keys/keys.ts';
import type { AppEnvironment } from './environment.ts';
import { expectKey } from './middleware.ts';
import type { InspectorHandler } from './server-options.ts';
import type { WrongKeys } from './wrong-keys.ts';

/** Passes a request on, with a function that opens a session by a key. Guessing keys is slowed down there too. */
export function answerInspector(
  inspector: InspectorHandler,
  { keys, wrongKeys }: { keys: Keys; wrongKeys: WrongKeys },
): Handler<AppEnvironment> {
  return (context) =>
    inspector(context.req.raw, {
      open: (text) =>
        expectKey(context, {
          wrongKeys,
          verify: (given) => keys.verify(given),
          missing: 'No key was given.',
          wrong: 'The key is not valid.',
          text,
        }),
      async holds({ id, scope }) {
        const found = (await keys.list({ scope })).find((key) => key.id === id);
        return found !== undefined && found.revokedAt === undefined;
      },
    });
}
