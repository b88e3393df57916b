import {
  type documentMetadata,
  type DocumentContent,
  type DocumentElement,
  type DocumentSection,
} from '@dossier/shared';
import { toSlug } from '../company/slug.ts';
import type { z } from 'zod';

export type DocumentMetadata = z.infer<typeof documentMetadata>;
/** A section before it has its place among the others. */
export interface SectionDraft {
  id?: string | undefined;
  title: string;
  level: number;
  elements: DocumentElement[];
}

/** Headings deeper than this stay elements of the section they stand in. */
const DEEPEST_SECTION = 3;
const WORDS_A_MINUTE = 238;

/**
 * Cuts elements into sections. A section starts at each heading of level 1, 2 or 3; its title is the heading's text,
 * its level the heading's, and the heading stays its first element, because a title has no spans. Elements before
 * the first such heading are a section of level 1 titled as the document.
 */
export function cutSections(elements: DocumentElement[], title: string): SectionDraft[] {
  const sections: SectionDraft[] = [];
  for (const element of elements) {
    const level = Number(/^heading(\d)$/.exec(element.type)?.[1] ?? Infinity);
    if (level <= DEEPEST_SECTION && 'text' in element) {
      sections.push({ title: element.text.replace(/\s+/g, ' '), level, elements: [element] });
    } else {
      if (sections.length === 0) sections.push({ title, level: 1, elements: [] });
      sections.at(-1)!.elements.push(element);
    }
  }
  return sections;
}

/**
 * Joins sections to a document's content. A section's id is the slug of its title, with `-2`, `-3`, … when it
 * occurs again, so it stays while titles and their order stay.
 */
export function joinSections(drafts: SectionDraft[]): DocumentContent {
  const ids = uniqueIds(drafts);
  const sections = drafts.map(({ title, level, elements }, index): DocumentSection => ({
    id: ids[index]!,
    type: 'section',
    title,
    level,
    elements,
    prev_section: ids[index - 1] ?? null,
    next_section: ids[index + 1] ?? null,
  }));
  return { sections, table_of_contents: listSections(sections) };
}

function uniqueIds(drafts: SectionDraft[]): string[] {
  const taken = new Set(drafts.flatMap(({ id }) => (id === undefined ? [] : [id])));
  const counts = new Map<string, number>();
  return drafts.map(({ id, title }) => {
    if (id !== undefined) return id;
    const base = toSlug(title) || 'section';
    let count = counts.get(base) ?? 0;
    let made: string;
    do {
      count++;
      made = count === 1 ? base : `${base}-${count}`;
    } while (taken.has(made));
    counts.set(base, count);
    taken.add(made);
    return made;
  });
}

/** Sections of level 1 and 2, each with the deeper ones that follow it; a deeper one that follows none stands alone. */
function listSections(sections: DocumentSection[]): DocumentContent['table_of_contents'] {
  const entries: DocumentContent['table_of_contents'] = [];
  for (const { id, title, level } of sections) {
    const last = entries.at(-1);
    if (level >= DEEPEST_SECTION && last && last.level < level) last.subsections.push({ id, title, level });
    else entries.push({ id, title, level, subsections: [] });
  }
  return entries;
}

/** Counts of a content; `reading_time` in minutes, rounded up, over all text that is shown. */
export function metadataOf({ sections }: DocumentContent): DocumentMetadata {
  const elements = sections.flatMap((section) => section.elements);
  const words = elements.reduce((sum, element) => sum + countWords('text' in element ? element.text : ''), 0);
  return {
    total_sections: sections.length,
    reading_time: Math.ceil(words / WORDS_A_MINUTE),
    total_elements: elements.length,
    has_images: elements.some(({ type }) => type === 'image'),
  };
}

const countWords = (text: string): number => text.match(/\S+/g)?.length ?? 0;
