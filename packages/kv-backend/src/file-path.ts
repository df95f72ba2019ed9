import { invalid, parseText } from '@mneme/core/input';

/** A path, exactly as it is. */
export function parsePath(value: unknown, field: string): string {
  const path = parseText(value, field);
  if (path.trim() !== '') return path;
  throw invalid(field, 'is empty: give the path of a file, such as ada.db');
}
