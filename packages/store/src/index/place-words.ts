import { arrayBytes, looseBytes, mostTermBytes, termRowsBytes } from './heap-bytes.ts';
import {
  bucketOf,
  findPostings,
  type Postings,
  RangeWords,
  readPostings,
  type TermRows,
  type WordCounts,
} from './word-range.ts';

/** Words of a range of places, in buckets. */
interface PackedWords {
  start: number;
  end: number;
  buckets: readonly Uint8Array[];
  bytes: number;
}

/** Cached postings of a term. */
interface Known {
  /** In the packed ranges, without places whose words have changed. */
  packed: TermRows;
  /** Together with the loose ones. Absent: they have changed, or there are none. */
  joined?: TermRows;
}

/** Largest number of places in a range; smaller ranges are merged up to it. To pack one is a stall of the event loop. */
export const largeRange = 2048;
/** With fewer packed places, a term is found as quickly as in a cache, whose memory would be a seventh of the index. */
export const fewPlaces = 1024;
/** From this many changed places at once on, cached postings are found again instead of changed. */
const manyChanged = 64;

/** The words of an index by place. Those of most places are packed in ranges: unpacked words take ten times the memory. */
export class PlaceWords {
  #packed: PackedWords[] = [];
  #packedEnd = 0;
  /** Words of the places after the packed ranges, and of packed places whose words have changed. */
  readonly #loose = new Map<number, WordCounts>();
  readonly #looseTerms = new Map<string, Map<number, number>>();
  /** Number of packed places in `#loose`. */
  #changed = 0;
  /** Number of terms in `#loose`, for {@link bytes}. */
  #looseWords = 0;
  readonly #known = new Map<string, Known>();
  #knownBytes = 0;

  /** The first place after the packed ranges. */
  get packedEnd(): number {
    return this.#packedEnd;
  }

  /** Number of packed places whose words have changed. */
  get changed(): number {
    return this.#changed;
  }

  get bytes(): number {
    const packed = this.#packed.reduce((sum, { bytes }) => sum + bytes, 0);
    const loose = looseBytes({ rows: this.#loose.size, words: this.#looseWords });
    return packed + loose + this.#knownBytes;
  }

  /** Call it before that many packed places are changed or removed. */
  expect(places: number): void {
    if (places >= manyChanged) this.#forget();
  }

  set(place: number, words: WordCounts): void {
    this.remove(place);
    this.#setLoose(place, words);
    for (const [term, count] of words) {
      this.#unjoin(term);
      const places = this.#looseTerms.get(term);
      if (places === undefined) this.#looseTerms.set(term, new Map([[place, count]]));
      else places.set(place, count);
    }
  }

  remove(place: number): void {
    for (const term of this.#loose.get(place)?.keys() ?? []) {
      this.#unjoin(term);
      const places = this.#looseTerms.get(term);
      places?.delete(place);
      if (places?.size === 0) this.#looseTerms.delete(term);
    }
    if (place < this.#packedEnd && !this.#loose.has(place)) this.#leaveKnown(place);
    this.#setLoose(place, place < this.#packedEnd ? nothing : undefined);
  }

  /** Packs the words of all places up to this one, which is not included. */
  pack(end: number): void {
    const start = this.#packedEnd;
    if (end === start) return;
    for (const [term, known] of this.#known) known.packed = this.#joinedTo(known, { term, start });
    const words = new RangeWords();
    this.#packedEnd = end;
    for (let place = start; place < end; place++) {
      const counts = this.#loose.get(place);
      if (counts === undefined) continue;
      words.addRow(place - start, counts);
      this.#setLoose(place, undefined);
      for (const term of counts.keys()) {
        const places = this.#looseTerms.get(term);
        places?.delete(place);
        if (places?.size === 0) this.#looseTerms.delete(term);
      }
    }
    this.#packed.push(this.#merged(rangeOf(words.buckets(), { start, end })));
  }

  /** Adds a packed range behind all others, none of which is loose. */
  addRange(buckets: readonly Uint8Array[], rows: number): void {
    this.#forget();
    const start = this.#packedEnd;
    this.#packedEnd = start + rows;
    this.#packed.push(rangeOf(buckets, { start, end: this.#packedEnd }));
  }

  /** Where a term is, ordered by place. */
  rowsOf(term: string): TermRows {
    if (this.#packedEnd < fewPlaces) return this.#joinedTo({ packed: this.#find(term) }, { term });
    let known = this.#known.get(term);
    if (known === undefined) {
      known = { packed: this.#find(term) };
      // Each may be there once more, joined with the loose ones.
      this.#knownBytes += 2 * termRowsBytes(known.packed);
      if (this.#knownBytes > mostTermBytes) this.#forget();
      this.#known.set(term, known);
    }
    if (!this.#looseTerms.has(term)) return known.packed;
    known.joined ??= this.#joinedTo(known, { term });
    return known.joined;
  }

  /** The words of a place beside the packed ranges. */
  #setLoose(place: number, words: WordCounts | undefined): void {
    const before = this.#loose.get(place);
    this.#looseWords += (words?.size ?? 0) - (before?.size ?? 0);
    if (place < this.#packedEnd && words !== undefined && before === undefined) this.#changed += 1;
    if (words === undefined) this.#loose.delete(place);
    else this.#loose.set(place, words);
  }

  #forget(): void {
    this.#known.clear();
    this.#knownBytes = 0;
  }

  #unjoin(term: string): void {
    const known = this.#known.get(term);
    if (known !== undefined) known.joined = undefined;
  }

  /** A packed place has other words now. */
  #leaveKnown(place: number): void {
    for (const known of this.#known.values()) {
      const { places, counts } = known.packed;
      const at = indexIn(places, place);
      if (places[at] !== place) continue;
      const isOther = (_: number, index: number) => index !== at;
      known.packed = { places: places.filter(isOther), counts: counts.filter(isOther) };
      known.joined = undefined;
    }
  }

  /** The packed places of a term and its loose ones, or only those from `start` on, which are behind all packed ones. */
  #joinedTo({ packed }: Known, { term, start = 0 }: { term: string; start?: number }): TermRows {
    const loose = [...(this.#looseTerms.get(term) ?? [])].filter(([place]) => place >= start);
    if (loose.length === 0) return packed;
    loose.sort(([a], [b]) => a - b);
    const length = packed.places.length + loose.length;
    const joined = { places: new Int32Array(length), counts: new Uint16Array(length) };
    let [from, to] = [0, 0];
    for (const [place, count] of loose) {
      const end = from + indexIn(packed.places.subarray(from), place);
      joined.places.set(packed.places.subarray(from, end), to);
      joined.counts.set(packed.counts.subarray(from, end), to);
      to += end - from;
      from = end;
      joined.places[to] = place;
      joined.counts[to++] = count;
    }
    joined.places.set(packed.places.subarray(from), to);
    joined.counts.set(packed.counts.subarray(from), to);
    return joined;
  }

  /** Merges the last ranges that are smaller than twice this one, so that there are few, and each row is seldom merged. */
  #merged(last: PackedWords): PackedWords {
    let { start } = last;
    const parts = [last];
    for (let part = this.#packed.at(-1); part !== undefined; part = this.#packed.at(-1)) {
      const rows = last.end - start;
      if (part.end - part.start > 2 * rows || last.end - part.start > largeRange) break;
      parts.unshift(part);
      ({ start } = part);
      this.#packed.pop();
    }
    if (parts.length === 1) return last;
    const words = new RangeWords();
    for (const part of parts)
      for (const bucket of part.buckets) words.addBucket(bucket, part.start - start);
    return rangeOf(words.buckets(), { start, end: last.end });
  }

  #find(term: string): TermRows {
    const found: { start: number; postings: Postings }[] = [];
    let count = 0;
    for (const { start, buckets } of this.#packed) {
      const bucket = buckets[bucketOf(term, buckets.length)] as Uint8Array;
      const postings = findPostings(bucket, term);
      if (postings === undefined) continue;
      found.push({ start, postings });
      count += postings.count;
    }
    const places = new Int32Array(count);
    const counts = new Uint16Array(count);
    let to = 0;
    for (const { start, postings } of found) {
      const end = readPostings(postings.bytes, { rows: places, counts, to });
      for (; to < end; to++) (places[to] as number) += start;
    }
    if (this.#changed === 0) return { places, counts };
    const isSame = (index: number) => !this.#loose.has(places[index] as number);
    return {
      places: places.filter((_, index) => isSame(index)),
      counts: counts.filter((_, index) => isSame(index)),
    };
  }
}

const nothing: WordCounts = new Map();

function rangeOf(
  buckets: readonly Uint8Array[],
  { start, end }: { start: number; end: number },
): PackedWords {
  const bytes = buckets.reduce((sum, { length }) => sum + length + arrayBytes, 0);
  return { start, end, buckets, bytes };
}

/** The first index whose number is at least this one. */
export function indexIn(numbers: Int32Array, number: number, end = numbers.length): number {
  let [low, high] = [0, end];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] as number) < number) low = middle + 1;
    else high = middle;
  }
  return low;
}
