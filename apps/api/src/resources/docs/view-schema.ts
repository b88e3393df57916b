import { html, type Markup, words } from '@dossier/pages';
import { withoutTextForm, type Schema } from '../../openapi/index.ts';

/** Returns a short description of a schema's type. Named schemas are links. */
export function typeText(schema: Schema): Markup {
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1)!;
    return html`<a href="#schema-${name}">${name}</a>`;
  }
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives?.slice(1).every(isSpelling)) return typeText(withoutTextForm(schema));
  if (alternatives) return joined(alternatives.map(typeText), ' or ');
  if (schema.allOf) return typeText(schema.allOf[0]!);
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`;
  if (schema.enum)
    return joined(
      schema.enum.map((value) => html`<code>${JSON.stringify(value)}</code>`),
      ' or ',
    );
  if (schema.items) return html`list of ${typeText(schema.items)}`;
  const type = Array.isArray(schema.type) ? schema.type.join(' or ') : (schema.type ?? 'any value');
  return html`${schema.format ? `${type} (${schema.format})` : type}`;
}

/** Bounds beyond this are only the limits of the number type, so the page leaves them out. */
const FAR = 2 ** 31 - 1;

/** Returns the bounds and the default of a value. */
function limitsText(schema: Schema): string {
  const inner = schema.anyOf?.[0] ?? schema;
  const { minimum, maximum, maxLength, maxItems } = inner;
  const from = minimum !== undefined && minimum > -FAR;
  const to = maximum !== undefined && maximum < FAR;
  return [
    ...(from ? [to ? `${minimum} to ${maximum}` : `at least ${minimum}`] : []),
    ...(maxLength === undefined ? [] : [`at most ${maxLength} characters`]),
    ...(maxItems === undefined ? [] : [`at most ${maxItems} values`]),
    ...(schema.default === undefined ? [] : [`default ${JSON.stringify(schema.default)}`]),
  ].join(', ');
}

/**
 * Returns a row for each field of an object, followed by the rows of its inner object. Marks the fields that a request
 * requires, and those that a response may omit.
 */
export function fieldRows(schema: Schema, of: 'request' | 'answer', prefix = ''): Markup[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = prefix + name;
    const present = schema.required?.includes(name) ?? false;
    const note = of === 'request' ? present && 'Required.' : !present && 'Not always there.';
    const row = fieldRow({ name: path, note, schema: field, description: field.description });
    const list = withoutTextForm(field).items;
    const inner = list ?? field.anyOf?.find(({ properties }) => properties) ?? field;
    return [row, ...fieldRows(inner, of, list ? `${path}[].` : `${path}.`)];
  });
}

export function fieldRow(field: {
  name: string;
  note: string | false;
  schema: Schema;
  description?: string | undefined;
}): Markup {
  const limits = limitsText(field.schema);
  return html`<tr>
    <th scope="row"><code>${field.name}</code></th>
    <td>${typeText(field.schema)}${limits && html`<small>${limits}</small>`}</td>
    <td>
      ${field.note && html`<strong>${field.note}</strong> `}${words(field.description ?? '')}
      ${exampleText(field.schema)}
    </td>
  </tr>`;
}

/** Returns an example of a plain value. */
function exampleText({ examples, anyOf }: Schema): Markup | false {
  const [example] = examples ?? anyOf?.[0]?.examples ?? [];
  const plain = typeof example === 'string' || typeof example === 'number';
  return plain && html`<small>For example <code>${example}</code></small>`;
}

export const fieldTable = (caption: string, rows: Markup[]) =>
  rows.length > 0 &&
  html`<table>
    <caption>
      ${caption}
    </caption>
    <thead>
      <tr>
        <th scope="col">Name</th>
        <th scope="col">Type</th>
        <th scope="col">Meaning</th>
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`;

/** Tests for the text form of a number or a list. The page explains this form once, not for each field. */
const isSpelling = ({ type, format, pattern, enum: values }: Schema) =>
  (type === undefined && values !== undefined) ||
  (String(type).startsWith('string') && !format && (pattern !== undefined || Array.isArray(type)));

const joined = (parts: Markup[], word: string) =>
  html`${parts.map((part, i) => (i === 0 ? part : html`${word}${part}`))}`;
