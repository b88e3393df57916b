import { randomBytes } from 'node:crypto';
import { mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fail, type MappingQuestion, type Planned } from '@dossier/shared';
import { z } from 'zod';
import type { Upload } from '../../../http/request/upload.ts';
import type { Context } from '../../../services.ts';

// An upload is a folder: the file, its mapping, its plan, and what the commands printed. So its page survives a restart,
// and every worker shows it.

/** The most uploads that are open, and how long one is kept after its last change. */
export const MAX_KEPT = { uploads: 20, days: 30 };

const ID = /^[0-9a-f]{24}$/;
export const uploadParam = { upload: z.string().regex(ID) };

/** What an upload has so far. */
export interface State {
  id: string;
  folder: string;
  /** The name of the file, as it was sent. */
  name: string;
  kind: string;
  /** The drafted mapping and its questions; undefined for a file of records. */
  mapping: { text: string; questions: MappingQuestion[] } | undefined;
  /** What `ingest plan` printed. */
  plan: Planned | undefined;
}

const known = z.object({
  name: z.string(),
  kind: z.string(),
  questions: z.array(z.custom<MappingQuestion>()),
});

const FILES = { state: 'state.json', mapping: 'mapping.yaml', plan: 'plan.json' };

/** The files of an upload that commands read and write. */
export const filesOf = ({ folder, name }: Pick<State, 'folder' | 'name'>) => ({
  // In a folder of its own, so that no name of a file is that of another one here.
  source: join(folder, 'file', name),
  mapping: join(folder, FILES.mapping),
  plan: join(folder, `${name}.plan.ndjson`),
  planRejects: join(folder, 'plan-rejects.ndjson'),
  rejects: join(folder, 'rejects.ndjson'),
  progress: join(folder, 'progress.json'),
});

/** Stores a file in a folder of its own, after it has removed the folders of old uploads. @throws 409 if too many are open */
export async function keepUpload({ uploadDir, clock }: Context, { name, content }: Upload): Promise<State> {
  await mkdir(uploadDir, { recursive: true, mode: 0o700 }).catch(unwritable);
  const oldest = clock().getTime() - MAX_KEPT.days * 24 * 3600 * 1000;
  let open = 0;
  for (const each of await idsIn(uploadDir)) {
    const folder = join(uploadDir, each);
    // Another request may remove it meanwhile.
    const found = await stat(folder).catch(unlessMissing);
    if (found && found.mtimeMs < oldest) await rm(folder, { recursive: true, force: true });
    else if ((await read(join(folder, FILES.state))) !== undefined) open++;
  }
  if (open >= MAX_KEPT.uploads)
    throw fail('command_failed', {
      problem: `There are ${open} open uploads. Load or discard one of them first.`,
    });
  const id = randomBytes(12).toString('hex');
  const state = { id, folder: join(uploadDir, id), name: safeName(name) };
  const { source } = filesOf(state);
  await mkdir(dirname(source), { recursive: true, mode: 0o700 }).catch(unwritable);
  await writeFile(source, content, { mode: 0o600 });
  return { ...state, kind: '', mapping: undefined, plan: undefined };
}

function unwritable({ code, message, path }: NodeJS.ErrnoException): never {
  throw fail('command_failed', {
    problem: `The folder of uploads ${path ?? ''} cannot be written (${code ?? message}). Check UPLOAD_DIR and its permissions.`,
  });
}

/** Returns a text, such as a source or a message, without the folders of uploaded files. */
export const withoutFolders = ({ uploadDir }: Pick<Context, 'uploadDir'>, text: string): string =>
  text
    .split(`${uploadDir}/`)
    .map((part, i) => (i === 0 ? part : part.replace(/^[0-9a-f]{24}\/(?:file\/)?/, '')))
    .join('');

/** Returns the name of a file without folders and without characters that a path or a mapping gives a meaning. */
const safeName = (name: string): string =>
  basename(name.replaceAll('\\', '/'))
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^[.-]+/, '')
    .slice(-80) || 'file';

/** Returns the ids of the uploads in the folder, which may have files of somebody else. */
const idsIn = async (uploadDir: string): Promise<string[]> =>
  (await readdir(uploadDir)).filter((name) => ID.test(name));

/** Stores the kind and the questions of an upload. */
export const writeState = (
  { folder, name }: State,
  { kind, questions }: { kind: string; questions: MappingQuestion[] },
): Promise<void> => replace(join(folder, FILES.state), { name, kind, questions });

/** Stores what `ingest plan` printed, or removes it. */
export async function writePlan({ folder }: State, plan: Planned | undefined): Promise<void> {
  const path = join(folder, FILES.plan);
  return plan ? replace(path, plan) : rm(path, { force: true });
}

/** Writes a file that other requests read whole. */
async function replace(path: string, value: object): Promise<void> {
  await writeFile(`${path}.new`, JSON.stringify(value));
  await rename(`${path}.new`, path);
}

/** Reads an upload; undefined if it was loaded, discarded, or is too old. */
export async function readUpload({ uploadDir }: Context, id: string): Promise<State | undefined> {
  const folder = join(uploadDir, id);
  const text = await read(join(folder, FILES.state));
  if (text === undefined) return undefined;
  const { name, kind, questions } = known.parse(JSON.parse(text));
  const [mapping, plan] = [await read(join(folder, FILES.mapping)), await read(join(folder, FILES.plan))];
  return {
    ...{ id, folder, name, kind },
    mapping: mapping === undefined ? undefined : { text: withoutFolders({ uploadDir }, mapping), questions },
    plan: plan === undefined ? undefined : (JSON.parse(plan) as Planned),
  };
}

/** Reads the open uploads, without those that a load has used. */
export async function readUploads(context: Context): Promise<State[]> {
  const ids = await idsIn(context.uploadDir).catch(() => []);
  const all = await Promise.all(ids.map((id) => readUpload(context, id)));
  return all.filter((one): one is State => one !== undefined);
}

/** Returns how many rows a running load has read; undefined before it has read one. */
export async function readProgress(state: State): Promise<{ read: number; rejected: number } | undefined> {
  const text = await read(filesOf(state).progress);
  try {
    return text === undefined ? undefined : (JSON.parse(text) as { read: number; rejected: number });
  } catch {
    // It is being written.
    return undefined;
  }
}

/** Removes what a load no longer needs: everything, or all but the rejected rows and the mapping that reads them again. */
export async function removeUsed({ folder, name }: State): Promise<void> {
  const { rejects, mapping } = filesOf({ folder, name });
  if ((await read(rejects)) === undefined) return rm(folder, { recursive: true, force: true });
  const kept = [rejects, mapping].map((path) => basename(path));
  // Without its state, the upload is no longer open.
  await rm(join(folder, FILES.state), { force: true });
  for (const each of await readdir(folder))
    if (!kept.includes(each)) await rm(join(folder, each), { recursive: true, force: true });
}

export const discard = ({ folder }: State): Promise<void> => rm(folder, { recursive: true, force: true });

const read = (path: string): Promise<string | undefined> => readFile(path, 'utf8').catch(unlessMissing);

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
}
