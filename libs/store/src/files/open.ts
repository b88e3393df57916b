import { isBucket, type Environment, type Files } from './files.ts';

/**
 * Opens a folder, or the address of a bucket.
 * @param env the settings of the AWS tools, such as AWS_REGION
 * @throws FilesError if the address names no bucket
 */
export async function openFiles(place: string, env: Environment): Promise<Files> {
  return isBucket(place)
    ? (await import('./bucket.ts')).openBucket(place, env)
    : (await import('./folder.ts')).openFolder(place);
}
