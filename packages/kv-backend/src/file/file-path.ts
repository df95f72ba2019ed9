import { invalid, parseText } from '@mneme/core/input';

/** A path, unchanged. */
export function parsePath(value: unknown, field: string): string {
  const path = parseText(value, field);
  if (path.trim() !== '') return path;
  throw invalid(field, 'is empty: give the path of a file, such as ada.db');
}
