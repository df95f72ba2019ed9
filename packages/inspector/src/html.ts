import { html } from 'hono/html';

export { html };

/** A piece of HTML. Values inside are escaped, unless they are such pieces. */
export type Html = ReturnType<typeof html>;
