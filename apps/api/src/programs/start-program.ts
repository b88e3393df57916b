import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { StorageConfig } from '@dossier/shared';

/** The launcher of all programs. */
const LAUNCHER = join(import.meta.dirname, '../../../../bin/dossier.cjs');

/** A started program. */
export interface StartedProgram {
  /** The id of its process; undefined if it did not start. */
  pid: number | undefined;
  /** Its exit code, and what it printed. */
  ended: Promise<{ code: number; stdout: string; stderr: string }>;
  stop(): void;
}

/** Starts a command of ingest in a process of its own, so that its work does not delay requests. */
export const startIngest = (storage: StorageConfig, args: string[]): StartedProgram =>
  startProgram(['ingest', ...args], variablesOf(storage));

/** Starts a command of admin in a process of its own. */
export const startAdmin = (storage: StorageConfig, args: string[]): StartedProgram =>
  startProgram(['admin', ...args], variablesOf(storage));

/** Starts one of our programs in a process of its own. @param variables its settings, besides those of this process */
export function startProgram(command: string[], variables: Record<string, string>): StartedProgram {
  const child = spawn(process.execPath, [LAUNCHER, ...command], {
    env: { ...process.env, NODE_OPTIONS: '', ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const ended = new Promise<number>((resolve) => {
    child.once('error', (error) => {
      stderr += error.message;
      resolve(1);
    });
    child.once('close', (code) => resolve(code ?? 1));
  });
  return {
    pid: child.pid,
    ended: ended.then((code) => ({ code, stdout, stderr })),
    stop: () => void child.kill('SIGTERM'),
  };
}

/** Empty variables count as absent. */
const variablesOf = ({ databaseUrl, searchUrl, searchKey = '', embeddings }: StorageConfig) => ({
  DATABASE_URL: databaseUrl,
  SEARCH_URL: searchUrl,
  SEARCH_KEY: searchKey,
  EMBEDDINGS_URL: embeddings?.url ?? '',
  EMBEDDINGS_MODEL: embeddings?.model ?? '',
  EMBEDDINGS_KEY: embeddings?.key ?? '',
  EMBEDDINGS_BUDGET: String(embeddings?.budget ?? ''),
});
