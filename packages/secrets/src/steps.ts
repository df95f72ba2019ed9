/** Work that may pause at each `yield`, so that the caller can run other work. */
export type Steps<Result> = Generator<undefined, Result>;

/** The result, without a pause. */
export function atOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** A part of a long text, with its surroundings. */
interface Slice {
  /** Findings that begin here belong to the slice. */
  from: number;
  to: number;
  /** Characters in one slice. */
  start: number;
  end: number;
}

const size = 8192;
/** Overlap: more than any label, password, number or phrase needs. */
const before = 512;
const behind = 1024;

/** Cuts a long text at a line end or a space if possible, so that the search can pause. */
export function slicesOf(text: string): Slice[] {
  const slices: Slice[] = [];
  for (let from = 0; ; ) {
    const isLast = text.length - from <= size + behind;
    const to = isLast ? text.length : cutOf(text, from);
    slices.push({
      from,
      to,
      start: wholeCharacter(text, Math.max(0, from - before)),
      end: wholeCharacter(text, Math.min(text.length, to + behind)),
    });
    if (isLast) return slices;
    from = to;
  }
}

function cutOf(text: string, from: number): number {
  const part = text.slice(from + size / 2, from + size);
  const place = part.lastIndexOf('\n') + 1 || part.search(/\s\S*$/) + 1;
  return wholeCharacter(text, place === 0 ? from + size : from + size / 2 + place);
}

/** Never inside a surrogate pair. */
export function wholeCharacter(text: string, at: number): number {
  return /[\udc00-\udfff]/.test(text.charAt(at)) ? at - 1 : at;
}
