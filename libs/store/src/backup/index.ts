export { backUp } from './backup.ts';
export { BackupError } from './error.ts';
export { findBackup, type Backup, type Manifest } from './manifest.ts';
export { checkRestore, restoreBackup, type Restore } from './restore.ts';
