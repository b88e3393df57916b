import { inParts, type DocumentContent } from '@dossier/shared';
import {
  addStatedBodies,
  bodyReference,
  isBodyReference,
  readStatedBodies,
  type BodyReference,
  type Trx,
} from '@dossier/store';
import type { Statements } from '../statements/statements.ts';
import type { DocumentRecord } from '../../kinds/document/record.ts';

/** A record whose content may be a reference to a stated body. */
type Referring = Omit<DocumentRecord, 'content' | 'pictures' | 'warnings'> & {
  content?: DocumentContent | BodyReference | undefined;
};

/** The number of bodies read at once. A body may have a megabyte. */
const BODIES = 20;

/**
 * Merges the accepted records with what other sources state, and returns them by slug. Keeps their statements and the
 * contents that these refer to.
 * @param options.targets the stored documents by slug; a new one has no id until it is written
 * @param options.reasons why records are rejected, by index
 */
export async function mergeStated(
  trx: Trx,
  records: DocumentRecord[],
  {
    targets,
    reasons,
    statements,
  }: {
    targets: Map<string, { id: number | undefined }>;
    reasons: (string | undefined)[];
    statements: Statements;
  },
): Promise<Map<string, DocumentRecord>> {
  const merged: { record: DocumentRecord; whole: Referring }[] = [];
  const own = new Map<string, string>();
  for (const [index, record] of records.entries()) {
    if (reasons[index] !== undefined) continue;
    const { pictures: _pictures, warnings: _warnings, ...given } = record;
    const stated: Referring = given;
    if (record.content && !isBodyReference(record.content)) {
      const json = JSON.stringify(record.content);
      stated.content = bodyReference(json);
      own.set(stated.content.sha256, json);
    }
    const by = { identity: { slug: record.slug } };
    const { record: whole, keep } = statements.merge(index, stated, targets.get(record.slug)!, by);
    keep();
    merged.push({ record, whole });
  }
  await addStatedBodies(trx, [...own.values()]);

  const others = merged.flatMap(({ whole: { content } }) =>
    isBodyReference(content) && !own.has(content.sha256) ? [content.sha256] : [],
  );
  const bodies = new Map(own);
  for (const part of inParts(others, BODIES))
    for (const [id, json] of await readStatedBodies(trx, part)) bodies.set(id, json);
  return new Map(
    merged.map(({ record, whole: { content, ...whole } }): [string, DocumentRecord] => [
      record.slug,
      {
        ...record,
        ...whole,
        content: isBodyReference(content)
          ? (JSON.parse(bodies.get(content.sha256)!) as DocumentContent)
          : (content ?? undefined),
      },
    ]),
  );
}
