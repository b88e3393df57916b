import { pictureId, type DocumentElement } from '@dossier/shared';
import type { FindReferencedFile } from '../../files/referenced-file.ts';
import { readPicture, type Picture } from './picture-file.ts';
import type { DocumentRecord } from './record.ts';

/**
 * Imports the pictures that a document refers to by a relative address, including that of its preview. They get the
 * address at which the API serves them and the dimensions of the file. A missing or unsuitable picture is left out
 * with a warning, because clients expect an address of every image. Pictures on other hosts, and those that the API
 * already serves, keep their addresses.
 */
export async function importPictures(
  record: DocumentRecord,
  find: FindReferencedFile,
): Promise<DocumentRecord> {
  const pictures = new Map<string, Picture>();
  const warnings = [...record.warnings];
  const take = async (address: string): Promise<Picture | undefined> => {
    const known = pictures.get(address);
    if (known) return known;
    const file = await find(address);
    const picture = 'problem' in file ? file : await readPicture(file);
    if (!('problem' in picture)) {
      pictures.set(address, picture);
      return picture;
    }
    warnings.push(`picture left out: ${address}: ${picture.problem}`);
    return undefined;
  };

  const image =
    record.image && isOfFile(record.image) ? ((await take(record.image))?.url ?? null) : record.image;
  let { content } = record;
  if (content) {
    const sections = [];
    for (const section of content.sections) {
      const elements: DocumentElement[] = [];
      for (const element of section.elements) {
        const taken = element.type === 'image' ? await takeImage(element, take) : element;
        if (taken) elements.push(taken);
      }
      sections.push({ ...section, elements });
    }
    content = { ...content, sections };
  }
  return { ...record, image, content, pictures: [...pictures.values()], warnings };
}

type ImageElement = Extract<DocumentElement, { type: 'image' }>;

async function takeImage(
  element: ImageElement,
  take: (address: string) => Promise<Picture | undefined>,
): Promise<ImageElement | undefined> {
  const { url, dimensions, srcset } = element;
  const picture = isOfFile(url) ? await take(url) : undefined;
  if (isOfFile(url) && !picture) return undefined;
  const own = picture?.url ?? url;
  const other = async (address: string) =>
    !isOfFile(address) ? address : address === url ? own : ((await take(address))?.url ?? own);
  return {
    ...element,
    url: own,
    dimensions: {
      width: picture?.dimensions.width ?? dimensions.width,
      height: picture?.dimensions.height ?? dimensions.height,
    },
    srcset: {
      small: await other(srcset.small),
      medium: await other(srcset.medium),
      large: await other(srcset.large),
      original: await other(srcset.original),
    },
  };
}

/** Returns whether an address is relative to the document: neither on another host nor served by the API. */
const isOfFile = (address: string): boolean =>
  !/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(address) && pictureId(address) === undefined;
