import { z } from 'zod';

/** The shape of a schema for objects of this type: every field of it, and no other. */
export type ShapeOf<T> = { [K in keyof Required<T>]: z.ZodType<T[K]> };

/** The schema of a type of the library. Does not compile while a field is missing, or is none of the type. */
export function objectOf<T>() {
  return <Shape extends ShapeOf<T>>(
    shape: Shape & { [K in Exclude<keyof Shape, keyof T>]: never },
  ): z.ZodObject<Shape> => z.object(shape as Shape);
}

/** As {@link objectOf}, for what is sent in: another field is refused. */
export function inputOf<T>() {
  return <Shape extends ShapeOf<T>>(
    shape: Shape & { [K in Exclude<keyof Shape, keyof T>]: never },
  ): z.ZodObject<Shape, z.core.$strict> => z.strictObject(shape as Shape);
}
