export { FilesError, isBucket, openFiles, type ByteRange, type Environment, type Files } from './files.ts';
export { openS3 } from './s3-client.ts';
