import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { OpenApiDocument, Schema } from '../../openapi/index.ts';

/** Checks values against the schemas of an OpenAPI document. */
export interface Schemas {
  /** Describes how a value differs from the schema at a JSON pointer. Returns undefined if it is valid. */
  problems(pointer: string, value: unknown): string | undefined;
  allows(schema: Schema, value: unknown): boolean;
}

export function schemasOf(document: OpenApiDocument): Schemas {
  const ajv = new Ajv2020({ strict: false, validateSchema: false, allErrors: false });
  addFormats.default(ajv);
  // The service has its own rules for domains, which differ from the standard's.
  ajv.addFormat('idn-hostname', true);
  ajv.addSchema(document, 'document');
  // Equal schemas share a function, which takes longer to compile than thousands of values take to check.
  const compiled = new Map<string, ReturnType<typeof ajv.compile>>();
  return {
    problems(pointer, value) {
      const validate = ajv.getSchema(`document#${pointer}`);
      if (!validate) throw new Error(`There is no schema at ${pointer}.`);
      return validate(value) ? undefined : ajv.errorsText(validate.errors);
    },
    allows(schema, value) {
      const text = absolute(schema);
      const known = compiled.get(text);
      const validate = known ?? ajv.compile(JSON.parse(text) as Schema);
      if (!known) compiled.set(text, validate);
      return validate(value) === true;
    },
  };
}

/** Returns the schema as JSON whose references point into the document. */
const absolute = (schema: Schema): string =>
  JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"document#/');

/** Returns a JSON pointer, encoded for a URI fragment. */
export const pointerTo = (...keys: string[]) =>
  keys.map((key) => `/${encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('');
