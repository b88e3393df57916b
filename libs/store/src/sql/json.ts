import { timestamp, uuid } from '@dossier/shared';
import type { Knex } from 'knex';
import type { z } from 'zod';
import { isPostgres, type Db, type Query } from './open.ts';

/** SQL whose value is JSON text. `T` is the type of the value that the text describes. */
export class Json<T> {
  readonly sql: Knex.Raw;
  /** The same text as a template of `format` and its arguments, for the template of an object around it. */
  readonly template: string;
  readonly values: Knex.RawBinding[];
  /** Never set: it gives the class its type. */
  declare readonly value?: T;
  constructor(sql: Knex.Raw, template = '%s', values: Knex.RawBinding[] = [sql]) {
    this.sql = sql;
    this.template = template;
    this.values = values;
  }
}

/** The value of a field: a column, other SQL with a plain value, or JSON of the field's type. */
type Field<T> = string | Knex.Raw | Json<T>;
/** A value for each field of a schema. */
export type Fields<S extends z.ZodObject> = {
  [K in keyof z.input<S>]: Field<Exclude<z.input<S>[K], undefined>>;
};

/**
 * The character around a placeholder. It cannot be in any other place: JSON escapes it in texts, and `ingest` stores JSON that
 * `JSON.stringify` wrote.
 */
const PLACEHOLDER = '\u0001';

/** SQL for the items of a list. Both databases keep the order of the rows. `format` prints nothing for null. */
const ALL = "string_agg(?, ',')";

/** The schemas of texts that JSON prints as they are. They are never null: a field that may be null has another schema. */
const UNESCAPED = new Set<z.core.$ZodTypeDef>([timestamp._zod.def, uuid._zod.def]);

/** Postgres accepts at most 100 arguments of a function. */
const MAX_VALUES = 99;

/**
 * Returns the builders of JSON for a database. Their SQL prints the values that `JSON.stringify` prints, on both databases. Very
 * large and very small numbers may be written differently.
 */
export function jsonFor(db: Db) {
  const postgres = isPostgres(db);
  const json = <T>(sql: string, ...values: Knex.RawBinding[]) => new Json<T>(db.raw(sql, values));
  const format = <T>(template: string, values: Knex.RawBinding[]) => {
    const places = values.map(() => ', ?').join('');
    return new Json<T>(
      db.raw(`format('${template.replaceAll("'", "''")}'${places})`, values),
      template,
      values,
    );
  };
  /** Returns a list. @param items SQL for its items, separated by commas; null if it has none */
  const listOf = <T>(items: string, ...values: Knex.RawBinding[]) =>
    format<T[]>('[%s]', [db.raw(items, values)]);
  const formatted = printers(db);
  const printText = (column: string) => {
    const text = formatted.text(db.ref(column), false);
    return postgres ? db.raw('?::text', [text]) : text;
  };
  const fieldOf = (column: string, field: string) =>
    postgres ? db.raw(`(??::json -> '${field}')::text`, [column]) : db.raw(`?? -> '$.${field}'`, [column]);

  return {
    /** Returns an object with the fields of its schema, in their order. Only optional ones may be missing. */
    object<S extends z.ZodObject>(schema: S, fields: Fields<S>): Json<z.input<S>> {
      const shape: Record<string, z.core.$ZodType> = schema.shape;
      const names = Object.keys(shape).filter((name) => name in fields);
      const parts = names.map((name): Json<unknown> => {
        const field: Field<unknown> = fields[name as keyof Fields<S>];
        if (field instanceof Json) return field;
        if (typeof field === 'string' && UNESCAPED.has(shape[name]!._zod.def))
          return format('"%s"', [db.ref(field)]);
        const { type, nullable } = plainType(shape[name]!);
        return new Json(formatted[type](typeof field === 'string' ? db.ref(field) : field, nullable));
      });
      const objectOf = (all: Json<unknown>[]) =>
        format<z.input<S>>(
          `{${names.map((name, i) => `${JSON.stringify(name).replaceAll('%', '%%')}:${all[i]!.template}`).join(',')}}`,
          all.flatMap(({ values }) => values),
        );
      // One template for inner objects and lists too: each call of `format` copies the text that is inside of it.
      const merged = objectOf(parts);
      return merged.values.length <= MAX_VALUES ? merged : objectOf(parts.map(({ sql }) => new Json(sql)));
    },

    /** Returns a list with an item for each row of a query, in the query's order. */
    list<T>(query: Query, item: Json<T>): Json<T[]> {
      const items = query.clearSelect().select(item.sql.wrap('', ' as item'));
      // Takes less time than an aggregate of a subquery.
      if (postgres) return listOf("array_to_string(array(?), ',')", items as never);
      const rows = items.as('rows');
      return listOf('(?)', db(rows).select(db.raw(ALL, [db.ref('item')])) as never);
    },

    /** Returns the item of a query's only row. */
    one: <T>(query: Query, item: Json<T>): Json<T> =>
      json('(?)', query.clearSelect().select(item.sql) as never),

    /** Returns the text of a column that is never null. */
    text: (column: string): Json<string> => json('?', printText(column)),

    /** Returns JSON text that is a parameter of the query. */
    given: <T>(param: Knex.Raw): Json<T> => json('cast(? as text)', param),

    /** Returns JSON as it is stored. `ingest` stores only what the contract allows, without blanks. */
    stored: <T>(column: string): Json<T> => json("coalesce(??, 'null')", column),

    /** Returns stored points without their `source_url`, which `ingest` writes last. */
    withoutSource<T>(column: string): Json<T> {
      // Most points have no source, and a search takes less time than a regular expression or a JavaScript function. SQLite's
      // GLOB looks for the first character of a text with the C library, and an underscore is rare in points.
      const [isSourced, without] = postgres
        ? [
            `strpos(??, '"source_url":') > 0`,
            String.raw`regexp_replace(??, ',"source_url":"([^"\\]|\\.)*"', '', 'g')`,
          ]
        : [`?? glob '*_url":*'`, 'without_source(??)'];
      return json(`case when ${isSourced} then ${without} else ?? end`, column, column, column);
    },

    /** Returns a value inside of stored JSON; null without it. */
    valueIn: <T>(column: string, field: string): Json<T> =>
      json("coalesce(?, 'null')", fieldOf(column, field)),

    /** Returns a stored list, each of its objects with only the fields of a schema. */
    listIn<S extends z.ZodObject>(column: string, schema: S): Json<z.input<S>[]> {
      const fields = Object.keys(schema.shape).map((name) => [name, new Json(fieldOf('each.value', name))]);
      const item = this.object(schema, Object.fromEntries(fields) as Fields<S>);
      const each = postgres ? 'json_array_elements(??::json) as each(value)' : 'json_each(??) as each';
      return listOf(`(select ${ALL} from ${each})`, item.sql, column);
    },

    /** Returns a list with an item for each row of the query that selects it. */
    all: <T>(item: Json<T>, order: string): Json<T[]> =>
      listOf("string_agg(?, ',' order by ??)", item.sql, order),

    /** Returns stored JSON with another value for the field of an object that is null. */
    nullsAs: <T>(column: string, field: string, { sql }: Json<unknown>): Json<T> =>
      // Inside of a JSON text a quote follows a backslash, so that no text contains this.
      json(`replace(??, '"${field}":null', '"${field}":' || ?)`, column, sql),

    /** Returns the value unless it is null, and otherwise the other one. */
    or: <T>(value: Json<T | null>, other: Json<T>): Json<T> =>
      json("coalesce(nullif(?, 'null'), ?)", value.sql, other.sql),

    /** Returns the value for the text of a column. */
    byText: <T>(column: string, values: Record<string, Json<T>>): Json<T> => {
      const cases = Object.keys(values).map((text) => `when '${text}' then ?`);
      return json(`case ?? ${cases.join(' ')} end`, column, ...Object.values(values).map(({ sql }) => sql));
    },

    /** Returns a list of the names whose bits are set in a column. The first name has the lowest bit. */
    namesOfBits<T extends string>(column: string, names: T[]): Json<T[]> {
      const each = names.map(
        (name, place) => `case when ?? & ${1 << place} > 0 then ',"${name}"' else '' end`,
      );
      return listOf(`substr(${each.join(' || ')}, 2)`, ...names.map(() => column));
    },

    /** Returns null if the condition holds, and the value otherwise. */
    nullIf: <T>(condition: string, { sql }: Json<T>): Json<T | null> =>
      json(`case when ${condition} then 'null' else ? end`, sql),

    /** Returns the address of a UUID. @param base the text before it, as inside of a JSON text */
    address: (
      base: Knex.Raw,
      column: string,
      addressOf: (base: string, id: string) => string,
    ): Json<string> =>
      format(`"${addressOf('%s', '%s')}"`, [db.raw('cast(? as text)', [base]), db.ref(column)]),

    /** Leaves a placeholder for `fillPlaceholders`: the maker of this name returns the value for the text in a column. */
    placeholder: (maker: string, column: string): Json<string> =>
      format(`${PLACEHOLDER}${maker} %s${PLACEHOLDER}`, [formatted.text(db.ref(column), true)]),

    /** Returns the value if it is a text, and otherwise the other one. */
    textOr: (column: string, other: Json<string>): Json<string> =>
      json('case when ?? is null then ? else ? end', column, other.sql, printText(column)),
  };
}

/** Returns whether JSON text has placeholders to fill. */
export const hasPlaceholders = (text: string): boolean => text.includes(PLACEHOLDER);

/** Fills the placeholders of JSON text with what the makers return for the text of each. */
export function fillPlaceholders(
  text: string,
  makers: Record<string, (text: string | null) => unknown>,
): string {
  return text
    .split(PLACEHOLDER)
    .map((part, place) => {
      if (place % 2 === 0) return part;
      const blank = part.indexOf(' ');
      return JSON.stringify(makers[part.slice(0, blank)]!(JSON.parse(part.slice(blank)) as string | null));
    })
    .join('');
}

type PlainType = 'text' | 'integer' | 'number' | 'boolean';

/**
 * Returns how SQL prints a value of each type as JSON. The values are arguments of `format`, which casts texts by itself: on
 * Postgres, other casts would take a tenth of a statement's time. Columns that are never null need no test for null.
 */
function printers(db: Db): Record<PlainType, (value: Knex.RawBinding, nullable: boolean) => Knex.Raw> {
  const raw = (sql: string, ...values: Knex.RawBinding[]) => db.raw(sql, values);
  const digits = (value: Knex.RawBinding, nullable: boolean) =>
    nullable ? raw("coalesce(cast(? as text), 'null')", value) : raw('?', value);
  const boolean = (value: Knex.RawBinding, nullable: boolean) =>
    nullable
      ? raw("case when ? then 'true' when ? is null then 'null' else 'false' end", value, value)
      : raw("case when ? then 'true' else 'false' end", value);
  if (isPostgres(db)) {
    const text = (value: Knex.RawBinding, nullable: boolean) =>
      nullable ? raw("coalesce(to_json(?), 'null')", value) : raw('to_json(?)', value);
    return { text, integer: digits, number: digits, boolean };
  }
  const quoted = (value: Knex.RawBinding) => raw('json_quote(?)', value);
  // SQLite prints a whole number of a real column with a decimal point.
  const number = (value: Knex.RawBinding) =>
    raw(
      'case when abs(?) < 9e15 and ? = cast(? as integer) then cast(? as integer) else json_quote(?) end',
      ...[value, value, value, value, value],
    );
  return { text: quoted, integer: digits, number, boolean };
}

/** Returns how values of a schema are printed. @throws TypeError for a list or an object: the caller builds those */
function plainType(schema: z.core.$ZodType): { type: PlainType; nullable: boolean } {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'nullable':
      return { ...plainType(def.innerType), nullable: true };
    // An optional field is missing from the object or has a value.
    case 'optional':
    case 'nonoptional':
      return plainType(def.innerType);
    case 'union':
      return plainType(def.options[0]!);
    case 'string':
    case 'enum':
    case 'literal':
      return { type: 'text', nullable: false };
    case 'number':
      return { type: 'format' in def ? 'integer' : 'number', nullable: false };
    case 'boolean':
      return { type: 'boolean', nullable: false };
    default:
      throw new TypeError(`A ${def.type} is no plain value: build its JSON.`);
  }
}
