import {
  meaningOf,
  resolve,
  withoutTextForm,
  type OpenApiDocument,
  type Schema,
} from '../../openapi/index.ts';

/** A field of a request or a response. */
export interface Field {
  /** With the names of the objects around it: `company.logo.url`, `results[].title`. */
  path: string;
  type: string;
  /** The named shapes that the page of the operation does not spell out. */
  shapes: string[];
  /** The bounds and the default of the value. */
  limits: string;
  /** `Required` in a request, and when the field is missing in a response. */
  note: string;
  meaning: string;
  example: string | undefined;
}

/** How many named shapes a page spells out inside of each other. A shape may contain itself. */
const DEPTH = 2;

interface Place {
  of: 'request' | 'response';
  prefix: string;
  /** The number of named shapes around it. */
  entered: number;
}

/** Returns the fields of a schema, each followed by the fields of its object. A union has the fields of all its forms. */
export function fieldsOf(document: OpenApiDocument, schema: Schema, of: Place['of']): Field[] {
  return fieldsAt(document, schema, { of, prefix: '', entered: 0 });
}

function fieldsAt(document: OpenApiDocument, schema: Schema, place: Place): Field[] {
  const forms = formsOf(document, schema);
  const found = new Map<string, { field: Field; labels: string[] }>();
  for (const { label, name, schema: form } of forms) {
    const entered = place.entered + (name === undefined ? 0 : 1);
    for (const field of fieldsOfForm(document, form, { ...place, entered })) {
      const known = found.get(field.path);
      if (known) known.labels.push(label);
      else found.set(field.path, { field, labels: [label] });
    }
  }
  return [...found.values()].map(({ field, labels }) =>
    labels.length < forms.length ? { ...field, note: noteOfForms(labels, field.note) } : field,
  );
}

const noteOfForms = (labels: string[], note: string): string => {
  const named = [...new Set(labels.filter(Boolean))];
  return named.length > 0 ? `Only in ${named.join(', ')}` : note || 'Not in every response';
};

function fieldsOfForm(document: OpenApiDocument, schema: Schema, place: Place): Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = place.prefix + name;
    const isList = partsOf(document, field).some(({ items }) => items);
    const inner = formsOf(document, field);
    const isSpelt = inner.every((form) => form.name === undefined) || place.entered < DEPTH;
    const present = schema.required?.includes(name) ?? false;
    const line: Field = {
      path,
      type: typeOf(document, field),
      shapes: isSpelt ? [] : [...new Set(inner.flatMap((form) => form.name ?? []))],
      limits: limitsOf(field),
      note: place.of === 'request' ? (present ? 'Required' : '') : present ? '' : 'Not in every response',
      meaning: meaningOf(document, field) ?? '',
      example: exampleOf(resolve(document, field)),
    };
    const below = { ...place, prefix: `${path}${isList ? '[]' : ''}.` };
    return [line, ...(isSpelt && inner.length > 0 ? fieldsAt(document, field, below) : [])];
  });
}

/** An object that a value may be, with the name of its shape, and words that tell it from the others. */
interface Form {
  schema: Schema;
  name: string | undefined;
  label: string;
}

/** Returns the objects that a value, or each item of a list, may be. */
function formsOf(document: OpenApiDocument, given: Schema, named?: string): Form[] {
  const name = given.$ref?.split('/').at(-1) ?? named;
  const schema = resolve(document, given);
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return alternatives.flatMap((one) => formsOf(document, one, name));
  if (schema.items) return formsOf(document, schema.items, name);
  if (schema.properties) return [{ schema, name, label: labelOf(schema) ?? name ?? '' }];
  return [];
}

/** Returns the constant that tells an object from the others of its union: its type. */
function labelOf({ properties = {} }: Schema): string | undefined {
  const constant = Object.entries(properties).find(
    ([name, field]) => /type$/.test(name) && field.const !== undefined,
  );
  return constant && `\`${String(constant[1].const)}\``;
}

const partsOf = (document: OpenApiDocument, given: Schema): Schema[] => {
  const schema = resolve(document, given);
  return [schema, ...(schema.anyOf ?? schema.oneOf ?? [])];
};

/** Returns a short description of a schema's type. */
export function typeOf(document: OpenApiDocument, schema: Schema): string {
  if (schema.$ref) {
    const target = resolve(document, schema);
    const isObject = target.properties ?? target.anyOf ?? target.oneOf;
    return isObject ? schema.$ref.split('/').at(-1)! : typeOf(document, target);
  }
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives?.slice(1).every(isSpelling)) return typeOf(document, withoutTextForm(schema));
  if (alternatives) return [...new Set(alternatives.map((one) => typeOf(document, one)))].join(' or ');
  if (schema.allOf) return typeOf(document, schema.allOf[0]!);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' or ');
  if (schema.items) return `list of ${typeOf(document, schema.items)}`;
  const type = Array.isArray(schema.type) ? schema.type.join(' or ') : (schema.type ?? 'any value');
  return schema.format ? `${type} (${FORMATS[schema.format] ?? schema.format})` : type;
}

/** Formats whose names in JSON Schema say little to people. */
const FORMATS: Record<string, string> = { 'idn-hostname': 'domain', uri: 'address', uuid: 'UUID' };

/** Tests for the text form of a number or a list. The introduction explains this form once, not for each field. */
const isSpelling = ({ type, format, pattern, enum: values }: Schema) =>
  (type === undefined && values !== undefined) ||
  (String(type).startsWith('string') && !format && (pattern !== undefined || Array.isArray(type)));

/** Bounds beyond this are only the limits of the number type. */
const FAR = 2 ** 31 - 1;

/** Returns the bounds and the default of a value. */
function limitsOf(schema: Schema): string {
  const { minimum, maximum, maxLength, maxItems } = schema.anyOf?.[0] ?? schema;
  const from = minimum !== undefined && minimum > -FAR;
  const to = maximum !== undefined && maximum < FAR;
  return [
    ...(from ? [to ? `${minimum} to ${maximum}` : `at least ${minimum}`] : []),
    ...(maxLength === undefined ? [] : [`at most ${maxLength} characters`]),
    ...(maxItems === undefined ? [] : [`at most ${maxItems} values`]),
    ...(schema.default === undefined ? [] : [`default ${JSON.stringify(schema.default)}`]),
  ].join(', ');
}

/** Returns an example of a plain value, or of an item of a list. */
function exampleOf({ examples, anyOf }: Schema): string | undefined {
  const [example] = (examples ?? anyOf?.[0]?.examples ?? []).flat();
  return typeof example === 'string' || typeof example === 'number' ? String(example) : undefined;
}
