import assert from 'node:assert/strict';
import { daysFromNow, otherScope, recordId, stored, testScope, times } from '../builders.ts';
import { memoryCases } from '../context.ts';
import { auditEntry, put, putAll } from '../steps.ts';

export const auditCases = memoryCases('audit', {
  'answers lines as they were written, newest first, up to the limit': async ({ backend }) => {
    const entries = times(6, (index) =>
      auditEntry({
        at: daysFromNow(index - 6),
        action: index % 2 === 0 ? 'create' : 'supersede',
        actor: `agent "${index}"`,
        reason: `superseded by ${recordId(index)} – 更新`,
        ...(index === 3 ? {} : { id: recordId(index) }),
      }),
    );
    for (const pair of [entries.slice(0, 2), entries.slice(2, 5), entries.slice(5)]) {
      await put(backend, [], { audit: pair });
    }
    const newestFirst = [...entries].reverse();
    assert.deepEqual(await backend.audit({ scope: testScope, limit: 100 }), newestFirst);
    assert.deepEqual(await backend.audit({ scope: testScope, limit: 2 }), newestFirst.slice(0, 2));
  },
  'of one scope tells nothing of another, also when the limit is small': async ({ backend }) => {
    const ours = auditEntry({ at: daysFromNow(-9) });
    const theirs = times(5, (index) =>
      auditEntry({ scope: otherScope, at: daysFromNow(index - 5) }),
    );
    await put(backend, [stored()], { audit: [ours] });
    await putAll(backend, { 2: { scope: otherScope } }, { audit: theirs });
    assert.deepEqual(await backend.audit({ scope: testScope, limit: 2 }), [ours]);
    assert.deepEqual(
      await backend.audit({ scope: otherScope, limit: 2 }),
      theirs.slice(-2).reverse(),
    );
  },
  'without a scope answers the lines of all': async ({ backend }) => {
    const first = auditEntry({ at: daysFromNow(-2) });
    const second = auditEntry({ at: daysFromNow(-1), scope: otherScope });
    await put(backend, [stored()], { audit: [first] });
    await putAll(backend, { 2: { scope: otherScope } }, { audit: [second] });
    assert.deepEqual(await backend.audit({ limit: 10 }), [second, first]);
    assert.deepEqual(await backend.audit({ limit: 1 }), [second]);
  },
  'keeps every action, and all lines of one instant': async ({ backend }) => {
    const actions = [
      'create',
      'confirm',
      'supersede',
      'merge',
      'delete',
      'prune',
      'erase',
      'redact',
    ] as const;
    const audit = actions.map((action) => auditEntry({ action }));
    await put(backend, [], { audit });
    const found = await backend.audit({ limit: 100 });
    assert.deepEqual(new Set(found.map(({ action }) => action)), new Set(actions));
    assert.equal(found.length, actions.length);
  },
});
