import { Answer } from '../../../http/endpoint.ts';
import type { Context } from '../../../services.ts';
import { BUILDER } from './contract.ts';
import type { Places } from './view.ts';

/** Returns the paths of the builder, which begin with the path of PUBLIC_URL: a browser may use another host name. */
export function placesOf({ publicUrl, scripts }: Context): Places {
  const base = new URL(publicUrl).pathname.replace(/\/$/, '');
  const builder = base + BUILDER;
  return {
    builder,
    gallery: `${builder}/gallery`,
    script: scripts && `${base}/embeds/${scripts.builder.name}`,
  };
}

/** Returns a page with its policy. */
export const pageOf = ({ page, policy }: { page: string; policy: string }, status = 200, headers = {}) =>
  new Answer(page, { status, headers: { ...headers, 'Content-Security-Policy': policy } });

/** Returns a redirect after a form. */
export const seeOther = (location: string, headers = {}) =>
  new Answer(null, { status: 303, headers: { ...headers, Location: location } });
