import type { Scripts } from '@dossier/embeds';
import type { SearchEngine } from '@dossier/search';
import type { Caller } from '@dossier/store';
import type { Brand } from './config.ts';
import { routesWith, type RequestContext, type Route as HttpRoute } from './http/endpoint.ts';
import type { HttpServices } from './http/services.ts';
import type { Programs } from './programs/programs.ts';
import type { Readiness } from './readiness.ts';
import type { Snapshots } from './snapshots/snapshots.ts';
import type { Poster } from './webhooks/poster.ts';
import type { RenderedCache } from './files/rendered.ts';

/** The services that all handlers share. */
export interface Services extends HttpServices {
  search: SearchEngine;
  /** What load balancers and monitors ask for. */
  readiness: Readiness;
  /** The addresses of proxies, in the form of Express: `loopback`, `10.0.0.0/8`. */
  trustProxy: string[];
  /** The built scripts of the embeds. */
  scripts: Scripts;
  /** The cache of rendered PDFs. */
  pdfs: RenderedCache;
  /** The cache of rendered PNGs. */
  pngs: RenderedCache;
  /** The cache of the pages of embeds: rendered, and compressed. */
  pages: RenderedCache;
  snapshots: Snapshots;
  /** The folder of the files that people load in the console. */
  uploadDir: string;
  /** Runs the commands that the console shows. */
  programs: Programs;
  /** Sends the messages of webhooks. */
  poster: Poster;
  /** The operator, whom embeds name as their author. */
  brand: Brand | undefined;
  /** Whether the site answers; without it, its pages are 404. */
  publicSite: boolean;
  /** Moves a test key to a step of the sample, by default to the next one, and returns it; undefined for other keys. */
  advance?: (caller: Caller, to?: number) => Promise<number>;
}

/** The first argument of every handler. */
export type Context = Services & RequestContext;

export type Route = HttpRoute<Services>;

/** Binds a handler to its endpoint. The compiler checks the handler against the contract. */
export const route = routesWith<Services>();
