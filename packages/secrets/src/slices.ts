/** A part of a long text, and what lies around it for whoever looks at it. */
export interface Slice {
  /** What begins here belongs to the slice. */
  from: number;
  to: number;
  /** So much is looked at. */
  start: number;
  end: number;
}

const size = 8192;
/** More than any label stands before its value, and than a password, a number or a phrase takes. */
const before = 512;
const behind = 1024;

/** Cuts a long text at a line end or a space where there is one, so that work on it can pause. */
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

/** Never between the halves of a character. */
export function wholeCharacter(text: string, at: number): number {
  return /[\udc00-\udfff]/.test(text.charAt(at)) ? at - 1 : at;
}
