const mostRows = 1000;

/**
 * Reads pages until so many of their items are found. `read` answers what it found in a page of that size from a place
 * on, and where to read on; undefined: that was the last page. Pages grow while little is found.
 */
export async function readUntil<Found, Place>(
  wanted: number,
  start: Place | undefined,
  read: (
    from: Place | undefined,
    size: number,
  ) => Promise<{ found: readonly Found[]; next: Place | undefined }>,
): Promise<Found[]> {
  const all: Found[] = [];
  let from = start;
  for (let size = wanted; ; size *= 2) {
    const { found, next } = await read(from, Math.min(size, Math.max(wanted, mostRows)));
    all.push(...found);
    if (all.length >= wanted || next === undefined) return all.slice(0, wanted);
    from = next;
  }
}
