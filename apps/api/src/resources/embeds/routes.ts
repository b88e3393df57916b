import { fail } from '@dossier/shared';
import { Answer } from '../../http/endpoint.ts';
import { route, type Route } from '../../services.ts';
import * as contract from './contract.ts';
import { csv, json, picture } from './forms.ts';
import { frame } from './frame.ts';
import { gallery, galleryState } from './gallery.ts';
import { oembed } from './oembed.ts';
import { widgets } from './widgets/index.ts';

const DAY = 'public, max-age=86400';
const FOR_EVER = 'public, max-age=31536000, immutable';
/** A page in a sandboxed frame has an opaque origin, so even its own script is a cross-origin request. */
const ANY_ORIGIN = { 'Access-Control-Allow-Origin': '*' };

export const routes: Route[] = [
  ...widgets.map((widget) => widget.route),
  // These come before the page route, whose last segment would match them.
  route(contract.getFrameJson, json),
  route(contract.getFrameCsv, csv),
  route(contract.getFrameSvg, picture),
  route(contract.getFrame, frame),
  route(contract.getOembed, oembed),
  route(contract.getGallery, gallery),
  route(contract.getGalleryState, galleryState),
  route(contract.getResizeScript, async ({ scripts }) => {
    if (!scripts) throw fail('not_found');
    const { body, brotli } = scripts.resize;
    return new Answer(body, { headers: { ...ANY_ORIGIN, 'Cache-Control': DAY }, brotli });
  }),
  route(contract.getPageScript, async ({ scripts }, { file }) => {
    const script = [...(scripts?.pages.values() ?? [])].find(({ name }) => name === file);
    if (!script) throw fail('not_found');
    const headers = { ...ANY_ORIGIN, 'Cache-Control': FOR_EVER };
    return new Answer(script.body, { headers, brotli: script.brotli });
  }),
];
