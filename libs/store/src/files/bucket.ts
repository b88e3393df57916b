import { mkdtemp, open, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import { FilesError, missing, type Environment, type Files } from './files.ts';
import { openS3, type Sdk } from './s3-client.ts';

/** The size of a part of an upload, which is in memory until it is sent, and the most parts of a file. */
const PART = 16 * 1024 * 1024;
const MAX_PARTS = 10_000;
const ATTEMPTS = 4;

/** Opens the bucket and the prefix of an address, such as `s3://backups/dossier`. @throws FilesError */
export async function openBucket(address: string, env: Environment): Promise<Files> {
  const [, Bucket = '', path = ''] = /^s3:\/\/([^/?#@:]+)(?:\/([^?#]*))?$/i.exec(address) ?? [];
  if (Bucket === '')
    throw new FilesError(
      `${address.slice(0, 5)}… names no bucket. Write s3://bucket, or s3://bucket/folder.`,
    );
  const prefix = path === '' ? '' : path.replace(/\/*$/, '/');
  const { sdk, client } = await openS3(env, { maxAttempts: ATTEMPTS });
  const placeOf = (name: string) => ({ Bucket, Key: prefix + name });
  const explained = async <T>(name: string, work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      const { name: kind, code } = error as { name: string; code?: string };
      if (kind === 'NoSuchKey') throw missing(`s3://${Bucket}/${prefix}${name}`, error);
      throw new FilesError(
        `s3://${Bucket}/${prefix}${name} does not work (${code ?? kind}). ` +
          'Check the bucket, its permissions and the settings AWS_….',
        { cause: error },
      );
    }
  };
  return {
    list: () => explained('', listOf(sdk, client, { Bucket, Prefix: prefix })),
    read: async (name, range) => {
      const part = range && { Range: `bytes=${range.start}-${range.end}` };
      const sent = client.send(new sdk.GetObjectCommand({ ...placeOf(name), ...part }));
      return (await explained(name, sent)).Body as Readable;
    },
    move: async (from, name) => {
      const file = await open(from);
      try {
        await explained(name, upload(sdk, client, placeOf(name), file));
      } finally {
        await file.close();
      }
      await rm(from);
    },
    remove: async (name) => {
      await explained(name, client.send(new sdk.DeleteObjectCommand(placeOf(name))));
    },
    stage: () => mkdtemp(join(tmpdir(), 'dossier-')),
    close: () => client.destroy(),
  };
}

async function listOf(
  sdk: Sdk,
  client: S3Client,
  place: { Bucket: string; Prefix: string },
): Promise<string[]> {
  const names: string[] = [];
  for await (const { Contents = [] } of sdk.paginateListObjectsV2({ client }, place))
    names.push(...Contents.map(({ Key = '' }) => Key.slice(place.Prefix.length)));
  return names;
}

interface Place {
  Bucket: string;
  Key: string;
}

/** Uploads a file, in parts if it is large. Parts of an upload that fails are deleted. */
async function upload(sdk: Sdk, client: S3Client, place: Place, file: FileHandle): Promise<void> {
  const { size } = await file.stat();
  if (size <= PART) {
    await client.send(new sdk.PutObjectCommand({ ...place, Body: await bytesOf(file, 0, size) }));
    return;
  }
  const { UploadId } = await client.send(new sdk.CreateMultipartUploadCommand(place));
  const begun = { ...place, UploadId };
  try {
    const length = Math.max(PART, Math.ceil(size / MAX_PARTS));
    const Parts: { ETag: string | undefined; PartNumber: number }[] = [];
    for (let at = 0; at < size; at += length) {
      const PartNumber = Parts.length + 1;
      const Body = await bytesOf(file, at, Math.min(length, size - at));
      const { ETag } = await client.send(new sdk.UploadPartCommand({ ...begun, PartNumber, Body }));
      Parts.push({ ETag, PartNumber });
    }
    await client.send(new sdk.CompleteMultipartUploadCommand({ ...begun, MultipartUpload: { Parts } }));
  } catch (error) {
    await client.send(new sdk.AbortMultipartUploadCommand(begun)).catch(() => {});
    throw error;
  }
}

async function bytesOf(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(length), position });
  if (bytesRead !== length) throw new Error('The file became shorter while it was sent.');
  return buffer;
}
