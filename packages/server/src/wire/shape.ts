import { z } from 'zod';

/** The shape of a schema for this type: every field of it, and no other. */
export type ShapeOf<T> = { [K in keyof Required<T>]: z.ZodType<T[K]> };

/** The schema of a library type. Does not compile if a field is missing or unknown. */
export function objectOf<T>() {
  return <Shape extends ShapeOf<T>>(
    shape: Shape & { [K in Exclude<keyof Shape, keyof T>]: never },
  ): z.ZodObject<Shape> => z.object(shape as Shape);
}

/** Like {@link objectOf}, for requests: unknown fields are refused. */
export function inputOf<T>() {
  return <Shape extends ShapeOf<T>>(
    shape: Shape & { [K in Exclude<keyof Shape, keyof T>]: never },
  ): z.ZodObject<Shape, z.core.$strict> => z.strictObject(shape as Shape);
}

/** A whole number in a query string. */
export const whole = (minimum: number, maximum: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(minimum).max(maximum))
    .meta({ override: { type: 'integer', pattern: undefined, minimum, maximum } });

/** True or false in a query string. */
export const flag = z
  .enum(['true', 'false'])
  .transform((text) => text === 'true')
  .meta({ override: { type: 'boolean', enum: undefined } });

/** The engine checks it, like every time. */
export const time = z.string().meta({ format: 'date-time' });
