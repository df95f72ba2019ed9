import { MnemeError } from '@mneme/core/contract';

/** What is read, or, if it is damaged, what `otherwise` makes of the error; without it undefined. */
export async function unlessDamaged<Found, Instead = undefined>(
  reading: Promise<Found>,
  otherwise?: (error: MnemeError) => Instead,
): Promise<Found | Instead> {
  try {
    return await reading;
  } catch (error) {
    if (!MnemeError.isInstance(error) || error.code !== 'damaged') throw error;
    return otherwise?.(error) as Instead;
  }
}
