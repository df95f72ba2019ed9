import { runInNewContext } from 'node:vm';
import fc from 'fast-check';

/** Values that no call expects. Each is created for each use, since some change when they are read. */

/** The caller's own callbacks may throw anything. */
export const thrownByCallback = 'a callback threw';

const throwing = (): never => {
  throw new Error('a trap was touched');
};

function nested(depth: number, open: (inner: unknown) => unknown): unknown {
  let value: unknown = 'x';
  for (let level = 0; level < depth; level++) value = open(value);
  return value;
}

function cyclicObject(): unknown {
  const value: Record<string, unknown> = { content: 'tea', path: '/a.md' };
  value.self = value;
  return value;
}

function cyclicArray(): unknown {
  const value: unknown[] = ['tea'];
  value.push(value);
  return value;
}

/** An object whose field has another value at each read. */
function changing(name: string): object {
  let reads = 0;
  const answers = ['tea', 7, { a: 1 }, 'x'.repeat(1000), undefined];
  return Object.defineProperty({}, name, { enumerable: true, get: () => answers[reads++ % 5] });
}

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

const trapped = () =>
  new Proxy(
    {},
    {
      get: throwing,
      has: throwing,
      ownKeys: throwing,
      getPrototypeOf: throwing,
      getOwnPropertyDescriptor: throwing,
    },
  );

const texts: readonly string[] = [
  ...[
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    'tea \udfff',
    '\u202egnp.exe',
    'a\u200bb',
    '\u2028',
    '\ufeff',
  ],
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'then', 'toJSON'],
  ...[
    `'; DROP TABLE records; --`,
    '"',
    '" OR 1=1 --',
    '*',
    'NEAR(a b)',
    'a AND NOT b',
    'col:x',
    '%',
    '_',
  ],
  ...[
    '../../etc/passwd',
    '/a/../../b',
    '/a//b',
    '/./a',
    'a/b',
    '/A.MD',
    '/con',
    '/a:b',
    '/e\u0301',
    '/\u00e9',
  ],
  ...[
    '\r\nset-cookie: a=b',
    '\n\nmneme: fine',
    '\x1b]52;c;eA==\x07',
    '\x9b2J',
    '\x24{7*7}',
    '{{7*7}}',
    '%n%s',
  ],
  ...['null', 'undefined', 'NaN', '-0', '1e999', '0x10', 'true', '[]', '{}', '[object Object]'],
  ...[
    '2026-02-30',
    '+275760-09-13',
    '0000-01-01',
    '9999-12-31T23:59:60Z',
    '2026-01-01T00:00:00+99:99',
  ],
  ...['00000000-0000-0000-0000-000000000000', 'memstore_', 'mem_x', 'memver_', 'mneme-key_'],
  ...[
    'e\u0301'.repeat(50),
    '\u{1f469}\u200d\u{1f467}',
    '中'.repeat(300),
    'a'.repeat(20_000),
    '1 '.repeat(6000),
  ],
  ...['('.repeat(3000), '[['.repeat(3000), '{"a":'.repeat(2000), `${'a'.repeat(30)}!`.repeat(100)],
];

const numbers: readonly number[] = [
  ...[0, -0, 1, -1, 1.5, 3, 4.999, 5, 6, 255, 256, 257, 1000, 1001, 65_536],
  ...[2 ** 31 - 1, 2 ** 31, 2 ** 32, 2 ** 53 - 1, 2 ** 53, 2 ** 64, -(2 ** 31), -(2 ** 53)],
  ...[
    Number.NaN,
    Infinity,
    -Infinity,
    Number.MAX_VALUE,
    Number.MIN_VALUE,
    Number.EPSILON,
    1e21,
    1e-7,
  ],
];

/** Values that JSON can express. */
const plain: readonly (() => unknown)[] = [
  ...texts.map((text) => () => text),
  ...numbers.filter(Number.isFinite).map((number) => () => number),
  ...[null, true, false].map((value) => () => value),
  () => [],
  () => ({}),
  () => [[[]]],
  () => [null],
  () => Array(200).fill('tea'),
  () => Array(10_001).fill(1),
  () => Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`key${index}`, index])),
  () =>
    JSON.parse(
      '{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}}',
    ),
  () => ({ toString: 'x', valueOf: 1, length: -1 }),
  () => nested(60, (inner) => [inner]),
  () => nested(100, (inner) => ({ a: inner })),
  () => ({ from: '2026-01-02', before: '2026-01-01' }),
  () => ({ type: 'user_actor', userId: '' }),
  () => ({ type: 'content_sha256', contentSha256: 'x', content_sha256: 'x' }),
];

const exotic: readonly (() => unknown)[] = [
  ...numbers.filter((number) => !Number.isFinite(number)).map((number) => () => number),
  () => undefined,
  () => Symbol('tea'),
  () => 10n,
  () => 2n ** 70n,
  () => () => 'tea',
  () => async () => 'tea',
  () => class Tea {},
  () => () => {
    throw new Error(thrownByCallback);
  },
  () => new Date(Number.NaN),
  () => new Date(8.64e15),
  () => new Date(0),
  () => new Map([['content', 'tea']]),
  () => new Set(['tea']),
  () => new WeakMap(),
  () => Promise.resolve('tea'),
  () => new Promise(() => {}),
  () => new Uint8Array(8),
  () => new ArrayBuffer(8),
  () => new Float32Array([Number.NaN]),
  () => /a+/g,
  () => new Error('tea'),
  () => Object.assign(new String('tea'), { extra: 1 }),
  () => new Number(3),
  () => new Boolean(false),
  () => Object.create(null),
  () => Object.create({ content: 'inherited', path: '/inherited' }),
  () => Object.freeze({ content: 'tea' }),
  cyclicObject,
  cyclicArray,
  () => nested(4000, (inner) => [inner]),
  () => nested(4000, (inner) => ({ a: inner })),
  () => new Array(2 ** 32 - 1),
  () => Object.assign(new Array(3), { 1: 'tea' }),
  () => Object.assign(['tea'], { extra: 1 }),
  () => trapped(),
  () => revoked(),
  () => new Proxy(['tea'], {}),
  () => new Proxy(() => {}, {}),
  ...['content', 'path', 'limit', 'aborted'].map(
    (name) => () => Object.defineProperty({}, name, { enumerable: true, get: throwing }),
  ),
  ...['content', 'path', 'tags'].map((name) => () => changing(name)),
  () => ({ toJSON: throwing }),
  () => ({ toJSON: () => 'tea' }),
  () => ({ toString: throwing, valueOf: throwing }),
  () => ({ [Symbol.toPrimitive]: throwing }),
  () => ({ [Symbol.iterator]: throwing }),
  () => Object.defineProperty({}, `${'th'}en`, { get: throwing }),
  () => ({ aborted: false }),
  () => ({ aborted: true, reason: trapped() }),
  () => AbortSignal.abort(),
  ...[
    `({ content: 'tea', path: '/other.md', name: 'other' })`,
    `['tea']`,
    'new Date(0)',
    'new Error("other")',
    'new Map()',
  ].map((code) => () => runInNewContext(code)),
];

/** Any value. */
export const anyValue = fc.constantFrom(...plain, ...exotic);
/** Any value that JSON can express. */
export const anyJson = fc.constantFrom(...plain);
export const anyText = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...texts) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
);
