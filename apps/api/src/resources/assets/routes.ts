import { Answer } from '../../http/endpoint.ts';
import { route, type Route } from '../../services.ts';
import * as contract from './contract.ts';
import { readAsset } from './read.ts';

/** The address names the content, which therefore never changes. */
const CACHE = 'public, max-age=31536000, immutable';
/** A drawing may style itself and do nothing else, when it is opened as a page. */
const SVG_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

export const routes: Route[] = [
  route(contract.getAsset, async ({ db }, { file }) => {
    const { id, media_type, body } = await readAsset(db, file);
    return new Answer(body, {
      headers: {
        'Content-Type': media_type,
        'Cache-Control': CACHE,
        ETag: `"${id}"`,
        ...(media_type === 'image/svg+xml' && { 'Content-Security-Policy': SVG_POLICY }),
      },
    });
  }),
];
