import type { DocumentSection } from '@dossier/shared';

/**
 * Returns the heading of a section: its first element if that is a heading, otherwise its title. A title equal to the
 * document's is not repeated.
 */
export function headingOf({ elements, title, level }: DocumentSection, documentTitle: string) {
  const [first] = elements;
  const own = first && 'spans' in first ? /^heading(\d)$/.exec(first.type) : null;
  if (own && first && 'spans' in first) {
    return { text: first.text, spans: first.spans, level: Number(own[1]), isElement: true };
  }
  return title === documentTitle ? undefined : { text: title, spans: [], level, isElement: false };
}
