import { families, longest } from '@dossier/embeds';
import { z } from 'zod';
import type { Endpoint } from '../../../http/endpoint.ts';
import type { Route } from '../../../services.ts';
import { widgetRoutes } from '../widgets/index.ts';

// What the builder offers, derived from the list of widgets and from the contracts of their endpoints.

/** A form of an embed: a widget about one company, about several, or about their datasets. */
export interface Form {
  /** The last segment of its endpoint's path. */
  name: string;
  title: string;
  about: string;
  /** The field that names what it is about. */
  subject: (typeof SUBJECTS)[number];
  /** The other fields of its endpoint, in their order. */
  fields: Record<string, z.ZodType>;
  route: Route;
  datasets: Needs;
}

/** What a form needs of its datasets: what their values may be of, and how many there are, if it has a place for each. */
interface Needs {
  of: readonly ('days' | 'names')[];
  exactly?: number;
}

/** No endpoint has two of them. */
const SUBJECTS = ['company_slugs', 'company_slug', 'dataset_ids'] as const;
/** Forms whose path and widget do not tell them apart from others, or that need more than a dataset of days. */
const DECLARED: Record<string, Pick<Form, 'title' | 'about'> & { datasets?: Needs }> = {
  'company-data-rounds': { title: 'Funding rounds', about: "A company's funding rounds as bars." },
  datasets: {
    title: 'Lines, columns or areas',
    about: 'Datasets over time, such as revenue or users, as lines, steps, columns or areas.',
  },
  'datasets-bars': {
    title: 'Bars',
    about: 'The latest values of datasets, or columns of your own table, as bars.',
    datasets: { of: ['days', 'names'] },
  },
  'datasets-scatter': {
    title: 'Scatter plot',
    about: 'Two columns of your own table, one for each axis: a dot for each name.',
    datasets: { of: ['names'], exactly: 2 },
  },
};
const isNaming = (field: string) => /^(company_(id|slug|domain)s?|dataset_ids)$/.test(field);

/** Every form that is requested with companies or datasets, except a chart that is stored under a name. */
export const forms: readonly Form[] = widgetRoutes.flatMap((route) => {
  const { method, path, summary } = route.endpoint;
  const all = Object.entries(fieldsOf(route.endpoint));
  const subject = SUBJECTS.find((name) => all.some(([field]) => field === name));
  if (subject === undefined || method !== 'GET') return [];
  const name = path.split('/').at(-1)!;
  const family = families.find((one) => one.path === `${path}/`);
  const declared = DECLARED[name];
  const { title, about } = declared ??
    family ?? {
      title: sentence(name.replace('company-data-', '').replaceAll('-', ' ')),
      about: `${summary}.`,
    };
  const fields = Object.fromEntries(all.filter(([field]) => !isNaming(field)));
  return { name, title, about, subject, fields, route, datasets: declared?.datasets ?? { of: ['days'] } };
});

/** Returns the forms that can show this many companies, and this many datasets with values of `days` or `names`. */
export const formsFor = (companies: number, datasets: number, of: 'days' | 'names'): Form[] =>
  forms
    .filter(({ subject, datasets: needs }) =>
      subject === 'dataset_ids'
        ? datasets >= (needs.exactly ?? 1) && needs.of.includes(of)
        : (subject === 'company_slugs') === companies > 1 && !(companies === 0 && datasets > 0),
    )
    .map((form) => (form.subject === 'dataset_ids' && of === 'names' ? withoutDays(form) : form));

/** Removes the option of the last day: values of names have no days. */
function withoutDays({ fields: { as_of: _days, ...fields }, ...form }: Form): Form {
  return { ...form, fields };
}

/** The names of all options of all forms. */
export const optionNames: readonly string[] = [
  ...new Set(forms.flatMap(({ fields }) => Object.keys(fields))),
];

function fieldsOf({ input }: Endpoint): Record<string, z.ZodType> {
  return input instanceof z.ZodObject ? input.shape : {};
}

/** A field of an endpoint as a control of a page. */
export interface Option {
  name: string;
  type: 'choice' | 'date' | 'number' | 'text';
  /** The values of a choice, its default first; an empty one if it has no default. */
  values: string[];
  /** The names of values that do not name themselves. */
  names?: ReadonlyMap<string, string>;
  hint: string;
  example: string;
  /** True for the options that most publishers need: a text, a day, or a choice of few values with a default. */
  isUsual: boolean;
}

/** The options that most publishers need, beside those that their type shows. */
const USUAL = ['highlight', 'marks', 'top'];

/** Returns the options of a form, in the order of its endpoint. */
export const optionsOf = ({ fields }: Form): Option[] =>
  Object.entries(fields).map(([name, schema]) => {
    const { format, default: usual, anyOf: [number] = [], ...rest } = described(schema);
    const { description = '', examples } = z.globalRegistry.get(schema) ?? {};
    const values = rest.enum ?? (number && number.minimum === number.maximum ? [String(number.minimum)] : []);
    const type = values.length > 0 ? 'choice' : format === 'date' ? 'date' : number ? 'number' : 'text';
    const byDefault = values.toSorted((a, b) => Number(b === usual) - Number(a === usual));
    return {
      name,
      type,
      values: usual === undefined ? ['', ...byDefault] : byDefault,
      hint: description,
      example: (examples as (string | number)[] | undefined)?.[0]?.toString() ?? '',
      isUsual:
        name in longest ||
        USUAL.includes(name) ||
        type === 'date' ||
        (type === 'choice' && usual !== undefined),
    };
  });

interface Described {
  enum?: string[];
  format?: string;
  default?: unknown;
  /** The spellings of a number. */
  anyOf?: { minimum?: number; maximum?: number }[];
}

/** Returns a field as JSON Schema, which contains its values. */
function described(schema: z.ZodType): Described {
  const { $ref, $defs, allOf, ...own } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
  }) as Described & { $ref?: string; $defs?: Record<string, Described>; allOf?: { $ref: string }[] };
  const name = ($ref ?? allOf?.[0]?.$ref)?.split('/').at(-1);
  return { ...(name !== undefined && $defs?.[name]), ...own };
}

/** Returns words with a capital first letter. */
export function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
