import { z } from 'zod';

export type Fields = Record<string, z.ZodType>;

/** Returns the fields of the object at that path of an input, or none if there is no such object. */
export function fieldsAt(schema: z.ZodType | undefined, [place, ...rest]: PropertyKey[]): Fields {
  const bare = bareOf(schema);
  if (bare instanceof z.ZodArray) return fieldsAt(bare.element as z.ZodType, rest);
  if (!(bare instanceof z.ZodObject)) return {};
  const fields: Fields = bare.shape;
  return place === undefined ? fields : fieldsAt(fields[String(place)], rest);
}

/** Unwraps optional, default, nullable and transformed schemas. */
export function bareOf(schema: z.ZodType | undefined): z.ZodType | undefined {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable)
    return bareOf(schema.unwrap() as z.ZodType);
  if (!(schema instanceof z.ZodPipe)) return schema;
  return bareOf((schema.in instanceof z.ZodTransform ? schema.out : schema.in) as z.ZodType);
}
