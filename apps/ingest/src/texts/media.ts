import type { DocumentElement } from '@dossier/shared';
import type { Element } from 'hast';
import { mediaSource } from './addresses.ts';
import { attribute, findAll, pixels } from './nodes.ts';

/** An image or embed without its id. */
export type Media = Omit<ImageElement, 'id'> | Omit<EmbedElement, 'id'>;
type ImageElement = Extract<DocumentElement, { type: 'image' }>;
type EmbedElement = Extract<DocumentElement, { type: 'embed' }>;

const EMBEDS = new Set(['iframe', 'video', 'audio', 'embed', 'object']);

export const isMedia = (node: Element): boolean => node.tagName === 'img' || EMBEDS.has(node.tagName);

/** Reads an image or embed. Returns undefined if the API may not publish its address. */
export function readMedia(node: Element): Media | undefined {
  return node.tagName === 'img' ? readImage(node) : readEmbed(node);
}

/** Reads an image. Its caption is the title, else the alternative text; a figure's caption replaces it. */
function readImage(node: Element): Media | undefined {
  const url = mediaSource(attribute(node, 'src') ?? '');
  if (url === undefined) return undefined;
  return {
    type: 'image',
    url,
    dimensions: { width: pixels(node, 'width'), height: pixels(node, 'height') },
    srcset: readSourceSet(attribute(node, 'srcSet') ?? '', url),
    caption: attribute(node, 'title') ?? attribute(node, 'alt') ?? null,
  };
}

/** Returns the smallest, middle and largest candidate; without candidates, all are the image itself. */
function readSourceSet(text: string, original: string) {
  const candidates = text
    .split(/,\s+/)
    .map((candidate) => /^(\S+)\s+([\d.]+)[wx]$/.exec(candidate.trim()))
    .flatMap((match) => {
      const url = match && mediaSource(match[1]!);
      return url ? [{ url, size: Number(match[2]) }] : [];
    })
    .sort((a, b) => a.size - b.size);
  const at = (index: number) => candidates[index]?.url ?? original;
  const last = candidates.length - 1;
  return { small: at(0), medium: at(Math.floor(last / 2)), large: at(last), original };
}

function readEmbed(node: Element): Media | undefined {
  const own = attribute(node, 'src') ?? attribute(node, 'data');
  const [source] = findAll(node.children, ['source']);
  const url = mediaSource(own ?? (source && attribute(source, 'src')) ?? '');
  if (url === undefined) return undefined;
  return { type: 'embed', url, caption: attribute(node, 'title') ?? null };
}
