import {
  type documentMetadata,
  type DocumentContent,
  type DocumentElement,
  type DocumentSection,
} from '@dossier/shared';
import { toSlug } from '../fields/slug.ts';
import type { z } from 'zod';

type DocumentMetadata = z.infer<typeof documentMetadata>;
/** A section without the links to the previous and the next one. */
interface SectionDraft {
  id?: string | undefined;
  title: string;
  level: number;
  elements: DocumentElement[];
}

/** Deeper headings are elements of their section. */
const MAX_SECTION_LEVEL = 3;
const WORDS_A_MINUTE = 238;

/**
 * Splits elements into sections. A section starts at each heading of level 1, 2 or 3, whose text and level
 * the section takes over. The heading stays its first element, because a title has no spans. Elements before the first such
 * heading form a section of level 1 with the title of the document.
 */
export function cutSections(elements: DocumentElement[], title: string): SectionDraft[] {
  const sections: SectionDraft[] = [];
  for (const element of elements) {
    const level = Number(/^heading(\d)$/.exec(element.type)?.[1] ?? Infinity);
    if (level <= MAX_SECTION_LEVEL && 'text' in element) {
      sections.push({ title: element.text.replace(/\s+/g, ' '), level, elements: [element] });
    } else {
      if (sections.length === 0) sections.push({ title, level: 1, elements: [] });
      sections.at(-1)!.elements.push(element);
    }
  }
  return sections;
}

/**
 * Joins sections to the content of a document. The id of a section is the slug of its title, with `-2`, `-3`, … for
 * repeated titles, so it is stable while titles and their order are.
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

/**
 * Returns the table of contents: sections of level 1 and 2 with the deeper ones that follow them. Several sections of
 * level 1 are chapters, which contain those of level 2 as well; a single one is the title. A deeper section without
 * such a parent is an entry of its own.
 */
function listSections(sections: DocumentSection[]): DocumentContent['table_of_contents'] {
  const entries: DocumentContent['table_of_contents'] = [];
  const hasChapters = sections.filter(({ level }) => level === 1).length > 1;
  for (const { id, title, level } of sections) {
    const last = entries.at(-1);
    if (level >= (hasChapters ? 2 : MAX_SECTION_LEVEL) && last && last.level < level)
      last.subsections.push({ id, title, level });
    else entries.push({ id, title, level, subsections: [] });
  }
  return entries;
}

/** Counts the content. `reading_time` is in minutes, rounded up. */
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
