import { describe, expect, it } from '@jest/globals';
import { convertMarkdown } from './convert.ts';
import { cutSections, joinSections, metadataOf } from './sections.ts';

function contentOf(markdown: string, title = 'The title') {
  const converted = convertMarkdown(markdown);
  if ('reason' in converted) throw new Error(converted.reason);
  return joinSections(cutSections(converted.elements, title));
}

describe('sections', () => {
  it('starts a section at each heading of level 1 to 3, and keeps deeper headings as elements', () => {
    const { sections } = contentOf('intro\n\n## A *b*\n\ntext\n\n#### Deep\n\n### C\n');
    expect(sections.map(({ id, title, level }) => [id, title, level])).toEqual([
      ['the-title', 'The title', 1],
      ['a-b', 'A b', 2],
      ['c', 'C', 3],
    ]);
    expect(sections[1]!.elements).toMatchObject([
      { type: 'heading2', text: 'A b', spans: [{ start: 2, end: 3, type: 'emphasis' }] },
      { type: 'paragraph', text: 'text' },
      { type: 'heading4', text: 'Deep' },
    ]);
  });

  it('assigns unique, stable ids, and links the previous and next section', () => {
    const source = '## Notes\n\n## Notes 2\n\n## Notes\n\n## …\n';
    const { sections } = contentOf(source);
    expect(sections.map(({ id, prev_section, next_section }) => [prev_section, id, next_section])).toEqual([
      [null, 'notes', 'notes-2'],
      ['notes', 'notes-2', 'notes-3'],
      ['notes-2', 'notes-3', 'section'],
      ['notes-3', 'section', null],
    ]);
    expect(contentOf(source)).toEqual(contentOf(source));
  });

  it('lists sections in the table of contents, with level 3 below levels 1 and 2', () => {
    const { table_of_contents } = contentOf('### Lone\n\n# One\n\n### Sub\n\n## Two\n\n### Sub\n');
    expect(table_of_contents).toEqual([
      { id: 'lone', title: 'Lone', level: 3, subsections: [] },
      { id: 'one', title: 'One', level: 1, subsections: [{ id: 'sub', title: 'Sub', level: 3 }] },
      { id: 'two', title: 'Two', level: 2, subsections: [{ id: 'sub-2', title: 'Sub', level: 3 }] },
    ]);
  });

  it('lists level 2 below level 1 when the document has several sections of level 1', () => {
    expect(contentOf('# One\n\n## Sub\n\n# Two\n').table_of_contents).toEqual([
      { id: 'one', title: 'One', level: 1, subsections: [{ id: 'sub', title: 'Sub', level: 2 }] },
      { id: 'two', title: 'Two', level: 1, subsections: [] },
    ]);
  });

  it('counts sections, and rounds up the reading time at 238 words per minute', () => {
    const words = (n: number) => Array.from({ length: n }, () => 'word').join(' ');
    expect(metadataOf(contentOf(words(238)))).toEqual({
      total_sections: 1,
      reading_time: 1,
      total_elements: 1,
      has_images: false,
    });
    expect(metadataOf(contentOf(`## Head\n\n${words(238)}\n\n![a](a.png)`))).toEqual({
      total_sections: 1,
      reading_time: 2,
      total_elements: 3,
      has_images: true,
    });
    expect(metadataOf(contentOf('')).reading_time).toBe(0);
  });
});
