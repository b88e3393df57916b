export { FilesError, isBucket, type ByteRange, type Environment, type Files } from './files.ts';
export { openFiles } from './open.ts';
export { openS3 } from './s3-client.ts';
