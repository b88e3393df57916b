import type { Scripts } from '@dossier/embeds';
import type { SearchEngine } from '@dossier/search';
import type { SigningKey } from '@dossier/store';
import {
  routesWith,
  type HttpServices,
  type RequestContext,
  type Route as HttpRoute,
} from './http/endpoint.ts';
import type { PdfCache } from './resources/documents/pdf/cache.ts';

/** What every handler shares; made once at startup. */
export interface Services extends HttpServices {
  search: SearchEngine;
  /** The keys that sign embed addresses; the first one signs. */
  signingKeys: () => Promise<SigningKey[]>;
  /** The built scripts of the embeds. */
  scripts: Scripts;
  /** Recently made PDFs of documents. */
  pdfs: PdfCache;
}

/** What a handler receives beside its input. */
export type Context = Services & RequestContext;

export type Route = HttpRoute<Services>;

/** Binds a handler to its endpoint; the compiler checks it against the contract. */
export const route = routesWith<Services>();
