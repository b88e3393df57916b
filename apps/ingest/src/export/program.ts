import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** The launcher of all programs. */
const LAUNCHER = join(import.meta.dirname, '../../../../bin/dossier.cjs');

export interface Export {
  /** The folder in which the snapshot gets a folder. */
  out: string;
  formats: string[];
  kinds: string[];
}

/** A file of a snapshot, as its manifest names it. */
export interface ExportedFile {
  name: string;
  kind: string;
  rows: number;
  bytes: number;
}
export interface Exported {
  id: string;
  seq: number;
  files: ExportedFile[];
}

/**
 * Runs the program `export`, which prints the manifest of a snapshot. It is part of the API, because the records have the
 * shape in which the endpoints return them. It draws its progress on the terminal.
 */
export async function runExportProgram(
  options: Export,
  env: Record<string, string | undefined>,
  stop: AbortSignal | undefined,
): Promise<{ code: number; manifest: Exported | undefined }> {
  const child = spawn(process.execPath, [LAUNCHER, 'export', JSON.stringify(options)], {
    env: { ...env, NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const end = () => void child.kill('SIGTERM');
  stop?.addEventListener('abort', end);
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  const code = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (ended) => resolve(ended ?? 1));
  });
  stop?.removeEventListener('abort', end);
  return { code, manifest: code === 0 ? (JSON.parse(stdout) as Exported) : undefined };
}
