import { kinds } from '@dossier/embeds';
import { like, wholeNumber, type ErrorCode } from '@dossier/shared';
import { z } from 'zod';
import { behindSignature, part, SIGNED_NOTE, signedParts } from '../../embed.ts';
import { endpoint } from '../../http/endpoint.ts';

const MOST_PIXELS = 100_000;

/** A form of what a signed address leads to says at its end which it is. */
const signed = {
  ...behindSignature,
  params: z.object({
    kind: part('The kind of widget', 'valuation-chart'),
    subject: part('What it shows', 'stripe'),
    ...signedParts,
  }),
};
const SIGNED = '/embeds/:kind/:subject/:options/:signature';

/** The page inside the iframe. Its address is signed, so that no browser ever holds a key. */
export const getFrame = endpoint({
  ...signed,
  path: SIGNED,
  operationId: 'getEmbedPage',
  summary: 'The page of an embed',
  description: `Is what the \`<iframe>\` shows: complete without script, in light and dark. ${SIGNED_NOTE}`,
  output: { 200: like('<!doctype html><title>Stripe</title>') },
  produces: 'text/html',
});

export const getFrameJson = endpoint({
  ...signed,
  path: `${SIGNED}.json`,
  operationId: 'getEmbedJson',
  summary: 'The data of an embed, as its element takes them',
  description: `Is the page of an embed with \`.json\` at the end. ${SIGNED_NOTE}`,
  output: {
    200: z.object({
      kind: z.enum(kinds),
      title: like('Stripe valuation'),
      data: z.looseObject({}).meta({ description: 'See docs/embeds.md' }),
    }),
  },
});

export const getFrameCsv = endpoint({
  ...signed,
  path: `${SIGNED}.csv`,
  operationId: 'getEmbedCsv',
  summary: 'The values of an embed, a line each; a company summary has none',
  description: `Is the page of an embed with \`.csv\` at the end. ${SIGNED_NOTE}`,
  output: { 200: like('date,value,currency,kind,source,source_url') },
  produces: 'text/csv',
});

export const getFrameSvg = endpoint({
  ...signed,
  path: `${SIGNED}.svg`,
  operationId: 'getEmbedPicture',
  summary: 'The picture of a chart',
  description: `Is the page of a chart with \`.svg\` at the end. ${SIGNED_NOTE}`,
  output: { 200: like('<svg xmlns="http://www.w3.org/2000/svg"/>') },
  produces: 'image/svg+xml',
});

const script = {
  method: 'GET' as const,
  tag: 'Embeds',
  access: 'public' as const,
  input: z.object({}),
  errors: ['not_found'] satisfies ErrorCode[],
  errorStyle: 'page' as const,
  produces: 'text/javascript',
};

/** For pages that hold embeds, and would give them the height of their content. */
export const getResizeScript = endpoint({
  ...script,
  path: '/embeds/resize.js',
  operationId: 'getEmbedResizeScript',
  summary: 'A script for pages that hold embeds: each gets the height of its content',
  description:
    'For the page around embeds, and optional: without it an embed keeps the height of its `<iframe>`.',
  output: { 200: like('addEventListener("message",…)') },
});

/** The script of a page; its name holds a hash of its content. */
export const getPageScript = endpoint({
  ...script,
  path: '/embeds/:file',
  operationId: 'getEmbedScript',
  isToldByAnswers: true,
  summary: 'The script that reads points by pointer and keyboard',
  description:
    'The page of an embed loads it by itself. Its name changes with its content, so it may be cached for ever.',
  params: z.object({
    file: part('Its name, from the page of an embed', 'valuation-chart.0123456789abcdef.js'),
  }),
  output: { 200: like('customElements.define(…)') },
});

const maxPixels = (of: string) =>
  wholeNumber(1, MOST_PIXELS)
    .optional()
    .meta({ description: `The greatest ${of} that the asking page has room for`, examples: [600] });

/** https://oembed.com, version 1.0. Askers add parameters of their own, which say nothing here. */
export const getOembed = endpoint({
  method: 'GET',
  path: '/oembed',
  operationId: 'getOembed',
  isToldByAnswers: true,
  summary: 'The paste code of an embed by the address of its page, as oEmbed has it',
  description:
    'For editors that turn an address into an embed: `url` is the signed address of the page of an embed, as the ' +
    'answer of an embed holds it.',
  tag: 'Embeds',
  access: 'public',
  input: z.object({
    url: z
      .string()
      .max(4000)
      .meta({
        description: 'The address of the page of an embed',
        examples: ['https://dossier.example/embeds/valuation-chart/stripe/-/k1.AAAAAAAAAAAAAAAAAAAAAA'],
      }),
    maxwidth: maxPixels('width'),
    maxheight: maxPixels('height'),
    format: z.string().default('json').meta({ description: 'json or xml' }),
  }),
  output: {
    200: like('{"version":"1.0","type":"rich","html":"<iframe …></iframe>","width":600,"height":840}'),
  },
  errors: ['not_found', 'oembed_format'],
  produces: '*/*',
});

const gallery = {
  method: 'GET' as const,
  tag: 'Embeds',
  access: 'public' as const,
  input: z.object({}),
  errorStyle: 'page' as const,
  produces: 'text/html',
};

/** Only example data of our own: the gallery needs no key and tells nothing of what the service holds. */
export const getGallery = endpoint({
  ...gallery,
  path: '/embeds',
  operationId: 'getEmbedGallery',
  summary: 'Every widget in each of its states, from example data, with the code to paste',
  description: 'A page to open in a browser. It needs no key and shows made-up companies only.',
  output: { 200: like('<!doctype html><title>Embeds</title>') },
});

export const getGalleryState = endpoint({
  ...gallery,
  path: '/embeds/gallery/:state',
  operationId: 'getEmbedGalleryState',
  summary: 'The page of one widget of the gallery',
  description: 'One widget in one state, from made-up data. The gallery at `/embeds` links to all of them.',
  params: z.object({ state: part('Its name in the gallery', 'valuation-chart') }),
  output: { 200: like('<!doctype html><title>Acme Robotics valuation</title>') },
  errors: ['not_found'],
});
