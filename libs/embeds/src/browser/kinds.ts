import * as z from 'zod/mini';
import type { Kind as Known, WidgetData as Drawn } from '../widgets/index.ts';
import { brand, look } from '../inputs/schemas.ts';
import { firstProblem } from './check.ts';
import * as elements from './elements.ts';

// The kinds of the package. All of it follows from the classes of elements.ts.

type Elements = (typeof elements)[keyof typeof elements];
/** A kind of widget, which is the end of its tag. */
export type Kind = Elements['kind'];
type ByKind = { [E in Elements as E['kind']]: E };

/**
 * The shape of the data of each kind. Unknown fields are ignored. A kind of the service without an element, or whose element
 * reads other data, is an error of types here.
 */
export const schemas = Object.fromEntries(
  Object.values(elements).map(({ kind, schema }) => [kind, schema]),
) as { [K in Kind]: ByKind[K]['schema'] } satisfies { [K in Known]: z.ZodMiniType<Drawn[K]> };

/** The data of each kind. */
export type WidgetData = { [K in Kind]: z.infer<(typeof schemas)[K]> };
/** One widget: its kind and the data it draws. */
export type Widget = { [K in Kind]: { kind: K; data: WidgetData[K] } }[Kind];
/** The elements of the kinds by their tags. */
export type ElementsByTag = { [K in Kind as `dossier-${K}`]: InstanceType<ByKind[K]> };

/** Defines the element of each kind, except for tags that are defined already. */
export function defineKinds(): void {
  for (const element of Object.values(elements)) define(`dossier-${element.kind}`, element);
}

/** Defines an element, unless its tag is defined already. */
export const define = (tag: string, element: CustomElementConstructor) =>
  void (customElements.get(tag) ?? customElements.define(tag, element));

/** What an embed consists of besides its data. */
const envelope = z.object({
  kind: z.enum(Object.keys(schemas) as Kind[]),
  look: z.optional(look),
  brand: z.optional(brand),
});

/** Returns the first problem of the data of a widget, and where it is; undefined for valid data. */
export const problemOf = (kind: Kind, data: unknown): string | undefined => firstProblem(schemas[kind], data);

/** Returns the first problem of what surrounds the data of a widget: its kind, look and brand. */
export const envelopeProblem = (embed: unknown): string | undefined => firstProblem(envelope, embed);
