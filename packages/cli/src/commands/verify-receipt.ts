import { MnemeError } from '@mneme/core';
import { firstBytes } from '@mneme/runtime';
import { defineCommand } from '../command.ts';
import { bytesOf } from '../files.ts';
import { storeOptions } from '../options.ts';

const maxBytes = 1024 * 1024;

export const verifyReceiptCommand = defineCommand({
  usage: 'FILE',
  details:
    'FILE has the JSON that erase --json printed; - is standard input. The exit code is 1 if the receipt or the audit was changed, or if something could not be checked.',
  uses: [...storeOptions],
  async run({ positionals: [path = ''], output, input, signal, open }) {
    const text = await firstBytes(bytesOf(path, { input, field: 'FILE', signal }), maxBytes);
    const receipt = receiptIn(text.toString('utf8'), path);
    const { memory } = await open({ embedder: 'none' });
    const check = await memory.verifyReceipt(receipt);
    output.result(check, () => {
      const { good, quiet } = output.colours;
      const { bytes, bytesReason } = check.remains;
      return [
        check.valid
          ? good('the receipt is valid: the audit of this store has its digest')
          : `the receipt ${check.faults.length > 0 ? 'is NOT valid' : 'could NOT be checked'}`,
        ...check.faults,
        ...check.unchecked.map((each) => quiet(`not checked: ${each}`)),
        bytes === 'removed' ? 'no bytes are pending' : `bytes are pending: ${bytesReason}`,
      ];
    });
    return check.valid ? undefined : 1;
  },
});

function receiptIn(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const message = `${path} is no JSON: give what erase --json answered`;
    throw new MnemeError('invalid_input', message, { field: 'FILE', cause });
  }
}
