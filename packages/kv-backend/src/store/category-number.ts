import { type MemoryCategory, memoryCategories } from '@mneme/core/contract';

/** In the table of vectors, where kinds have no column of their own: an episode has the number behind the categories. */
export const episodeNumber = memoryCategories.length;

export function categoryNumber(category: MemoryCategory | undefined): number {
  return category === undefined ? episodeNumber : memoryCategories.indexOf(category);
}
