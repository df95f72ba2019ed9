/** What comparisons may still cost together. A step looks at one pair of items, or at a few characters. */
export interface Budget {
  steps: number;
}

/** After so many edits a search goes on from the furthest point that it has reached, which may not be the best. */
const mostEdits = 32;

/** A run of items, joined: of both lists, of the older one, or of the newer one. */
export interface Run {
  from: 'both' | 'older' | 'newer';
  text: string;
}

/**
 * The difference of two lists, by the shortest edit script (Myers 1986, in linear space) if that has few edits. It costs
 * at most what is left of the budget; what is not compared by then counts as replaced, so the result always gives both
 * lists.
 */
export function compare(older: readonly string[], newer: readonly string[], budget: Budget): Run[] {
  const ids = new Map<string, number>();
  const idsOf = (items: readonly string[]) =>
    Int32Array.from(items, (item) => {
      const id = ids.get(item) ?? ids.size;
      ids.set(item, id);
      return id;
    });
  const runs = new Runs();
  const add = (from: Run['from'], items: readonly string[]) => runs.add(from, items.join(''));
  const [a, b] = [idsOf(older), idsOf(newer)];
  const walk = (box: Box): void => {
    let { left, top, right, bottom } = box;
    const start = left;
    while (left < right && top < bottom && a[left] === b[top]) [left, top] = [left + 1, top + 1];
    add('both', older.slice(start, left));
    const end = right;
    while (left < right && top < bottom && a[right - 1] === b[bottom - 1])
      [right, bottom] = [right - 1, bottom - 1];
    const inner = { left, top, right, bottom };
    const middle =
      left < right && top < bottom ? middleOf(a, b, { box: inner, budget }) : undefined;
    if (middle === undefined) {
      add('older', older.slice(left, right));
      add('newer', newer.slice(top, bottom));
    } else {
      walk({ ...inner, right: middle.x, bottom: middle.y });
      walk({ ...inner, left: middle.x, top: middle.y });
    }
    add('both', older.slice(right, end));
  };
  walk({ left: 0, top: 0, right: a.length, bottom: b.length });
  return runs.all();
}

/** Runs in order: between two that are of both lists, one of the older and then one of the newer list. */
export class Runs {
  readonly #all: Run[] = [];
  readonly #open = { older: '', newer: '' };

  add(from: Run['from'], text: string): void {
    if (text === '') return;
    if (from !== 'both') {
      this.#open[from] += text;
      return;
    }
    const last = this.all().at(-1);
    if (last?.from === 'both') last.text += text;
    else this.#all.push({ from, text });
  }

  all(): Run[] {
    for (const from of ['older', 'newer'] as const) {
      if (this.#open[from] !== '') this.#all.push({ from, text: this.#open[from] });
      this.#open[from] = '';
    }
    return this.#all;
  }
}

/** `left` to `right` in the older list, `top` to `bottom` in the newer one. */
interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/**
 * A point in the middle of a shortest edit script, where searches from both corners meet. Undefined if the budget is
 * used up before.
 */
function middleOf(
  a: Int32Array,
  b: Int32Array,
  { box: { left, top, right, bottom }, budget }: { box: Box; budget: Budget },
): { x: number; y: number } | undefined {
  const [width, height] = [right - left, bottom - top];
  const delta = width - height;
  const isOdd = delta % 2 !== 0;
  const most = Math.min(Math.ceil((width + height) / 2), mostEdits);
  const zero = most + 1;
  const ahead = new Int32Array(2 * zero + 1);
  const back = new Int32Array(2 * zero + 1);
  for (let edits = 0; edits <= most; edits++) {
    for (let k = -edits; k <= edits; k += 2) {
      const down =
        k === -edits || (k !== edits && at(ahead, zero + k - 1) < at(ahead, zero + k + 1));
      let x = down ? at(ahead, zero + k + 1) : at(ahead, zero + k - 1) + 1;
      const from = x;
      while (x < width && x - k < height && x - k >= 0 && a[left + x] === b[top + x - k]) x += 1;
      ahead[zero + k] = x;
      budget.steps -= 1 + x - from;
      const other = delta - k;
      if (isOdd && Math.abs(other) < edits && x + at(back, zero + other) >= width)
        return { x: left + from, y: top + from - k };
    }
    for (let k = -edits; k <= edits; k += 2) {
      const up = k === -edits || (k !== edits && at(back, zero + k - 1) < at(back, zero + k + 1));
      let x = up ? at(back, zero + k + 1) : at(back, zero + k - 1) + 1;
      const from = x;
      while (
        x < width &&
        x - k < height &&
        x - k >= 0 &&
        a[right - 1 - x] === b[bottom - 1 - x + k]
      )
        x += 1;
      back[zero + k] = x;
      budget.steps -= 1 + x - from;
      const other = delta - k;
      if (!isOdd && Math.abs(other) <= edits && x + at(ahead, zero + other) >= width)
        return { x: right - from, y: bottom - from + k };
    }
    if (budget.steps <= 0) return undefined;
  }
  return furthest(ahead, zero, { width, height, left, top });
}

/** The point within the box that a search from its first corner has brought furthest. */
function furthest(
  ahead: Int32Array,
  zero: number,
  { width, height, left, top }: { width: number; height: number; left: number; top: number },
): { x: number; y: number } {
  let best = { x: 0, y: 0 };
  for (let k = -mostEdits; k <= mostEdits; k += 2) {
    const x = at(ahead, zero + k);
    const y = x - k;
    if (x <= width && y <= height && x + y > best.x + best.y) best = { x, y };
  }
  return { x: left + best.x, y: top + best.y };
}

function at(list: Int32Array, index: number): number {
  return list[index] as number;
}
