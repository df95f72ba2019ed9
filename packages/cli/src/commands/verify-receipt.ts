import type { Readable } from 'node:stream';
import { MnemeError } from '@mneme/core';
import { defineCommand } from '../command.ts';
import { inputFile } from '../files.ts';
import { storeOptions } from '../options.ts';

const maxBytes = 1024 * 1024;

export const verifyReceiptCommand = defineCommand({
  usage: 'FILE',
  details:
    'FILE has the JSON that erase --json printed; - is standard input. The exit code is 1 if the receipt or the audit was changed, or if something could not be checked.',
  uses: [...storeOptions],
  async run({ positionals: [path = ''], output, input, signal, open }) {
    const receipt = await readReceipt(path, { input, signal });
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
      ].join('\n');
    });
    return check.valid ? undefined : 1;
  },
});

async function readReceipt(
  path: string,
  { input, signal }: { input: Readable; signal: AbortSignal },
): Promise<unknown> {
  const { stream } = await inputFile(path, { input, field: 'FILE', signal });
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += chunk.length;
    if (bytes > maxBytes) break;
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch (cause) {
    throw new MnemeError('invalid_input', `${path} is no JSON: give what erase --json answered`, {
      field: 'FILE',
      cause,
    });
  }
}
