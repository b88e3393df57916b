import { Answer } from '../../http/endpoint.ts';
import { route, type Route } from '../../services.ts';
import * as contract from './contract.ts';
import { readAsset } from './read.ts';

/** Pictures are addressed by their content, so a response never goes out of date. */
const CACHE = 'public, max-age=31536000, immutable';
/** An SVG opened as a page may apply its own styles, but may not run scripts or load anything. */
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
