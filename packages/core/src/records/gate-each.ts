import { gateLong, nextTurn, type SecretPolicy } from '@mneme/contract/gate';
import type { StoreItem } from '@mneme/contract/input';

/** Short texts that are checked without a pause: some milliseconds of work. */
const together = 64;

/**
 * Checks items one by one, in order, with pauses for other work. `refuse` gets the gate's error for an item; if it
 * returns, the item is left out. `before` are the one or two turns before each item, if the items are turns.
 */
export async function gateEach<Entry extends { item: StoreItem }>(
  entries: readonly Entry[],
  {
    secrets,
    refuse,
    before,
  }: {
    secrets: SecretPolicy;
    refuse(place: number, error: unknown): void;
    before?: readonly (readonly string[])[];
  },
): Promise<Entry[]> {
  const passed: Entry[] = [];
  const clean = new Set<string>();
  for (const [place, entry] of entries.entries()) {
    if (place % together === together - 1) await nextTurn();
    try {
      const { value, masked } = await gateLong(entry.item, secrets, {
        clean,
        before: before?.[place],
      });
      passed.push({ ...entry, item: masked.length === 0 ? value : { ...value, masked } });
    } catch (error) {
      refuse(place, error);
    }
  }
  return passed;
}
