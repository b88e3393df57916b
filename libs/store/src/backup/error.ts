/** A backup or a restore that cannot be done. The message names the remedy. */
export class BackupError extends Error {
  override name = 'BackupError';
}

export const backupError = (message: string, cause?: unknown): BackupError =>
  new BackupError(message, cause === undefined ? undefined : { cause });
