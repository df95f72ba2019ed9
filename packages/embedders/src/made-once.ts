/** Makes something at the first call and then returns it. After a failure the next call makes it again. */
export function madeOnce<Made>(
  make: (signal?: AbortSignal) => Promise<Made>,
): (signal?: AbortSignal) => Promise<Made> {
  let made: Promise<Made> | undefined;
  return (signal) => {
    made ??= make(signal).catch((error) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}
