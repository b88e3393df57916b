export { namesFolder } from './backup.ts';
export { BackupError } from './error.ts';
export { findBackup, type Backup, type Manifest } from './manifest.ts';
export { backUp, newestBackupAt, pruneBackups, withBackup } from './places.ts';
export { checkRestore, restoreBackup, type Restore } from './restore.ts';
