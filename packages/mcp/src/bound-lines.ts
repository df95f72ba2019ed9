import { Transform } from 'node:stream';

/** Passes whole lines on, and drops longer ones than the limit. `onDropped` is called once for each. */
export function boundLines(maxBytes: number, onDropped: () => void): Transform {
  const held: Uint8Array[] = [];
  let length = 0;
  const add = (part: Uint8Array) => {
    const was = length;
    length += part.length;
    if (length <= maxBytes) held.push(part);
    else if (was <= maxBytes) {
      held.length = 0;
      onDropped();
    }
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      for (let from = 0; from < chunk.length; ) {
        const end = chunk.indexOf('\n', from) + 1;
        add(chunk.subarray(from, end || chunk.length));
        from = end || chunk.length;
        if (end === 0) continue;
        if (length <= maxBytes) this.push(Buffer.concat(held));
        held.length = 0;
        length = 0;
      }
      done();
    },
  });
}
