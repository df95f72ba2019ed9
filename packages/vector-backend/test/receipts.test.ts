import { expect, it } from 'vitest';
import { describeOnCollection } from './on-server.ts';
import { openMemory } from './support.ts';

describeOnCollection('erasure on Qdrant', ({ collection, server }) => {
  it('returns a receipt that says how the server was checked afterwards, and what is unknown', async () => {
    const memory = await openMemory(server(), { collection });
    const ada = memory.scope('ada');
    await memory.scope('bob').store({ content: 'Bob sails the Heron' });
    await ada.storeMany([{ content: 'Ada sails the Merlin' }, { content: 'Ada likes tea' }]);
    const receipt = await ada.erase({ reason: 'asked for' });
    expect(receipt).toMatchObject({
      records: 2,
      bytes: 'pending',
      bytesReason: expect.stringContaining('does not report'),
    });
    expect(receipt.verified.map(({ left }) => left)).toEqual([0, 0, 0, 0]);
    expect(receipt.verified[0]?.how).toContain('were not looked at');
    expect(receipt).not.toHaveProperty('audit');
    expect(receipt).not.toHaveProperty('counts');
    const check = await memory.verifyReceipt(JSON.parse(JSON.stringify(receipt)));
    expect(check).toMatchObject({
      valid: false,
      faults: [],
      unchecked: [expect.stringContaining('chain')],
    });
    const changed = await memory.verifyReceipt({ ...receipt, records: 1 });
    expect(changed).toMatchObject({ valid: false, faults: [expect.stringContaining('changed')] });
    expect((await memory.scope('bob').list()).memories).toHaveLength(1);
    await memory.close();
  });
});
