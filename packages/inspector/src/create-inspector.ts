import { MnemeError } from '@mneme/core';
import { gate } from '@mneme/core/faces';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { actions } from './actions/index.ts';
import { hereOf, inQuery, pathOf, safeNext, textOf } from './addresses.ts';
import { assetNamed, assetPath } from './assets.ts';
import { html } from './html.ts';
import { Later } from './later.ts';
import { resumeDeletions } from './leaving.ts';
import type { InspectorKeys, InspectorOptions, OpenedKey, Refusal } from './options.ts';
import { failurePage } from './page/failure.ts';
import { barePage, page } from './page/layout.ts';
import { typedTexts, unsentForm } from './page/unsent.ts';
import { Receipts } from './receipts.ts';
import { readCookie, writeCookie } from './session/cookie.ts';
import { type GuardOptions, refusalOf, safeHeaders } from './session/guard.ts';
import { type Session, Sessions, sameSecret } from './session/sessions.ts';
import { Shares } from './session/shares.ts';
import { entryMain, followMain } from './views/entry.ts';
import { views } from './views/index.ts';
import type { Page, Theme, Visit } from './visit.ts';
import { wordsFor } from './words.ts';

/** Pages over a memory, as a function from requests to answers. */
export interface Inspector {
  /** With `keys` a session begins with a key of a server, otherwise with a link. */
  answer(request: Request, keys?: InspectorKeys): Promise<Response>;
  /** The path that opens one session, once. A new one invalidates earlier ones. */
  newLink(): string;
  /** Shows a text that was refused because of a secret under Attention. */
  noteRefusal(refused: { scope: string; error: MnemeError }): void;
  /** Carries out pending deletions. The memory stays open. */
  close(): Promise<void>;
}

type Environment = {
  Bindings: { keys?: InspectorKeys };
  Variables: { session: Session; visit: Visit };
};

const formBytes = 1024 * 1024;
/** A key, and the address to go on at. It is read from anybody. */
const signInBytes = 20 * 1024;
const mostRefusals = { each: 50, all: 5000 };

/**
 * The pages below `base`: `''`, or `/inspector` if a server has other routes.
 * @example
 * const inspector = createInspector({ memory, base: '/inspector' });
 * await listen({ memory, keys, port: 8787, inspector: inspector.answer });
 */
export function createInspector(
  options: InspectorOptions & { base: string } & Pick<GuardOptions, 'isOwnHost'>,
): Inspector {
  const { memory, base, now = () => new Date(), onError = () => {} } = options;
  const sessions = new Sessions(() => now().getTime());
  const later = new Later({ start: options.later, onError });
  const refusals = new Shares<Refusal>(mostRefusals);
  const receipts = new Receipts();
  let isClosed = false;
  const { scopes: allScopes } = options;
  const resumed =
    options.readOnly === true
      ? undefined
      : resumeDeletions(memory, { scopes: allScopes, later, now, stopped: () => isClosed }).catch(
          onError,
        );
  const noteRefusal: Inspector['noteRefusal'] = ({ scope, error }) => {
    const message = error.faults.map(({ field, problem }) => `${field} ${problem}`).join('; ');
    refusals.add(scope, { at: now().toISOString(), message });
  };

  // Not strict, so that `/inspector/` is `/inspector`.
  const app = new Hono<Environment>({ strict: false }).basePath(base === '' ? '/' : base);
  const wordsOf = (context: Context) =>
    wordsFor(readCookie(context, 'language'), context.req.header('accept-language'));
  const themeOf = (context: Context): Theme => {
    const theme = readCookie(context, 'theme');
    return theme === 'light' || theme === 'dark' ? theme : 'auto';
  };
  const bare = async (context: Context, shown: Page) => {
    const words = wordsOf(context);
    const look = {
      words,
      theme: themeOf(context),
      asset: (name: string) => base + assetPath(name),
    };
    return context.html(await barePage(shown, look), shown.status ?? 200);
  };
  const entry = (
    context: Context<Environment>,
    { problem, typed = {} }: { problem?: 'wrong' | 'slow'; typed?: Record<string, unknown> } = {},
  ) => {
    const byKey = context.env.keys !== undefined;
    const { method } = context.req;
    // A form cannot be opened by its address, but the page that it was on.
    const from = method === 'GET' ? hereOf(context) : pathOf(context.req.header('referer') ?? '');
    const next = safeNext(context.req.query('next') ?? from, base);
    const words = wordsOf(context);
    const form = entryMain({ words, byKey, problem, next, action: `${base}/login` });
    const main = html`${form}${typedTexts(words, typed)}`;
    return bare(context, { title: words.entry.title, main, status: 401 });
  };

  app.use(async (context, next) => {
    const refusal = refusalOf(context, options);
    for (const [name, value] of Object.entries(safeHeaders)) context.header(name, value);
    if (refusal !== undefined)
      return context.text(`${refusal.header}: ${wordsOf(context).errors.foreign}`, refusal.status);
    await next();
  });
  const atMost = (maxSize: number) =>
    bodyLimit({ maxSize, onError: (context) => context.text(wordsOf(context).errors.large, 413) });
  app.get('/assets/:name', (context) => {
    const asset = assetNamed(context.req.param('name'));
    if (asset === undefined) return context.notFound();
    const { body, type } = asset;
    const headers = { 'content-type': type, 'cache-control': 'max-age=31536000, immutable' };
    return context.body(body, 200, headers);
  });
  app.get('/login', async (context) => {
    if (context.env.keys !== undefined) return entry(context);
    if (sessions.takeLink(context.req.query('t') ?? ''))
      writeCookie(context, 'session', { value: sessions.begin(), base });
    // A user who is logged in and uses the link again stays logged in.
    else if (!(await isLetIn(context, sessionOf(context)))) return entry(context);
    return follow(context, `${base}/`);
  });
  app.post('/login', async (context, next) => {
    context.env.keys?.signIn();
    await next();
  });
  app.post('/login', atMost(signInBytes), async (context) => {
    const { keys } = context.env;
    if (keys === undefined) return context.notFound();
    const form = await context.req.parseBody();
    let key: OpenedKey;
    try {
      key = await keys.open(textOf(form.key).trim());
    } catch (error) {
      const { status } = error as { status?: number };
      if (status !== 401 && status !== 429) throw error;
      return entry(context, { problem: status === 429 ? 'slow' : 'wrong' });
    }
    writeCookie(context, 'session', { value: sessions.begin(key), base });
    return context.redirect(safeNext(textOf(form.next), base), 303);
  });
  // A browser sends no cookie when it follows a link from elsewhere; loading the same address again from here sends it.
  const follow = (context: Context, to: string) => {
    const words = wordsOf(context);
    context.header('refresh', `0; url=${to}`);
    return bare(context, { title: words.entry.continue, main: followMain(words, to) });
  };
  /** The page asks whether its session is still valid, which does not count as a use. */
  app.get('/alive', async (context) => {
    return context.body(null, (await isLetIn(context, sessionOf(context))) ? 204 : 401);
  });
  const sessionOf = (context: Context) =>
    sessions.find(readCookie(context, 'session'), { touch: false });
  const isLetIn = async (context: Context<Environment>, session: Session | undefined) => {
    if (session === undefined) return false;
    const { keys } = context.env;
    if (keys === undefined) return session.key === undefined;
    return session.key !== undefined && (await keys.admit(session.key));
  };

  app.use(async (context, next) => {
    const id = readCookie(context, 'session');
    const session = sessions.find(id, { touch: true });
    if (session === undefined || !(await isLetIn(context, session))) {
      sessions.end(id);
      // Only for who was here, so that nobody else makes the inspector read.
      if (context.req.method === 'POST' && sessions.wasSession(id))
        return (await atMost(formBytes)(context, async () => {
          const typed = await context.req.parseBody();
          context.res = await entry(context, { typed });
        })) as Response;
      const fromElsewhere = context.req.header('sec-fetch-site') === 'cross-site';
      if (context.req.method === 'GET' && fromElsewhere) return follow(context, hereOf(context));
      return entry(context);
    }
    context.set('session', session);
    await next();
  });
  // Only now, so that nobody without a session makes the inspector read.
  app.use(atMost(formBytes));
  app.post('/logout', async (context) => {
    const form = await context.req.parseBody();
    if (sameSecret(textOf(form.token), context.get('session').token)) {
      sessions.end(readCookie(context, 'session'));
      writeCookie(context, 'session', { base });
    }
    return context.redirect(`${base}/`, 303);
  });
  app.get('/preferences', (context) => {
    for (const kind of ['theme', 'language']) {
      const value = context.req.query(kind);
      if (value !== undefined && /^[a-z]{2,5}$/.test(value))
        writeCookie(context, kind, { value, base });
    }
    return context.redirect(safeNext(context.req.query('next') ?? '', base), 303);
  });

  const scopesOf = ({ key }: Session) => (key === undefined ? options.scopes : [key.scope]);
  const visitOf = async (
    context: Context<Environment>,
    form: Record<string, unknown>,
  ): Promise<Visit | undefined> => {
    const session = context.get('session');
    const allowed = scopesOf(session);
    const asked = textOf(context.req.query('scope'));
    const name = asked === '' ? await firstScope(options, allowed) : asked;
    if (allowed !== undefined && !allowed.includes(name)) return undefined;
    const scope = memory.scope(name, { countReads: false });
    const { key } = session;
    const isRevealed = textOf(context.req.query('reveal')) !== '';
    const masked = (text: string) => {
      if (isRevealed) return text;
      const { value, masked: found } = gate({ content: text }, 'mask');
      if (found.length > 0) visit.hidesSecrets = true;
      return value.content;
    };
    const visit: Visit = {
      memory,
      scope,
      session,
      words: wordsOf(context),
      theme: themeOf(context),
      query: (field) => textOf(context.req.query(field)) || undefined,
      parameter: (field) => context.req.param(field) ?? '',
      field: (field) => textOf(form[field]),
      at: (path, query = {}) => `${base}${path}?${inQuery({ scope: name, ...query })}`,
      here: hereOf(context),
      signal: context.req.raw.signal,
      now,
      timeZone: options.timeZone,
      readOnly: options.readOnly === true || key?.access === 'read_only',
      scopeNames: async () => allowed ?? (await memory.scopes()).sort(),
      actor: key === undefined ? 'inspector' : `key:${key.id}`,
      later,
      refusals: refusals.of(name).reverse(),
      receipts,
      masked,
      hidesSecrets: false,
      noteProblem(error) {
        if (error.code === 'secret_refused') noteRefusal({ scope: name, error });
      },
      asset: (file) => base + assetPath(file),
    };
    return visit;
  };
  const show = async (context: Context<Environment>, visit: Visit, shown: Page | Response) =>
    shown instanceof Response
      ? context.newResponse(shown.body, shown) // With the headers of every page.
      : context.html(await page(visit, shown), shown.status ?? 200);

  app.get('/', async (context) => {
    const visit = await visitOf(context, {});
    return visit === undefined ? failed(context) : context.redirect(visit.at('/browse'), 303);
  });
  const failed = (context: Context<Environment>, error?: unknown) =>
    bare(context, failurePage(wordsOf(context), error ?? 'scope'));
  for (const [path, view] of Object.entries(views)) {
    app.get(path, async (context) => {
      const visit = await visitOf(context, {});
      if (visit === undefined) return failed(context);
      const shown = await view(visit).catch((error: unknown) => {
        if (!isExpected(error)) onError(error);
        return failurePage(visit.words, error);
      });
      return show(context, visit, shown);
    });
  }
  for (const [path, action] of Object.entries(actions)) {
    app.post(path, async (context) => {
      const form = await context.req.parseBody();
      const visit = await visitOf(context, form);
      if (visit === undefined) return failed(context);
      const { words, session } = visit;
      // What was typed goes back to who typed it.
      const refuse = (failure: unknown): Page => {
        const shown = failurePage(words, failure);
        return { ...shown, main: html`${shown.main}${unsentForm(visit, form)}` };
      };
      if (!sameSecret(visit.field('token'), session.token))
        return show(context, visit, refuse('token'));
      if (visit.readOnly) return show(context, visit, refuse('readOnly'));
      const done = await action(visit).catch((error: unknown) => {
        if (MnemeError.isInstance(error)) visit.noteProblem(error);
        else onError(error);
        return refuse(error);
      });
      return typeof done === 'string' ? context.redirect(done, 303) : show(context, visit, done);
    });
  }
  app.notFound((context) => bare(context, failurePage(wordsOf(context), 'missing')));
  app.onError((error, context) => {
    const shown = failurePage(wordsOf(context), error);
    if (shown.status === 429) context.header('retry-after', '1');
    else onError(error);
    return bare(context, shown);
  });

  return {
    answer: async (request, keys) => app.fetch(request, { keys }),
    newLink: () => `${base}/login?t=${sessions.newLink()}`,
    noteRefusal,
    async close() {
      isClosed = true;
      await resumed;
      await later.finish();
    },
  };
}

async function firstScope(
  { memory, start }: InspectorOptions,
  allowed: readonly string[] | undefined,
): Promise<string> {
  const names = allowed ?? (await memory.scopes()).sort();
  if (start !== undefined && names.includes(start)) return start;
  return names[0] ?? start ?? 'default';
}

/** Wrong input and concurrent changes are shown on the page, and are not logged. */
function isExpected(error: unknown): boolean {
  return MnemeError.isInstance(error);
}
