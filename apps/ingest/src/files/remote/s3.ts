import { openS3 } from '@dossier/store/files';
import { LoadError } from '../../rows/types.ts';
import { s3Place, shownPath, type Answer, type Asked } from './address.ts';
import { TemporaryProblem } from './retry.ts';

/**
 * Requests a file from S3, see `openS3`.
 * @throws TemporaryProblem when another attempt may succeed; LoadError when none will
 */
export async function askS3({ url, known, signal, env }: Asked): Promise<Answer> {
  const place = s3Place(url);
  const shown = shownPath(url.href);
  // `download` repeats the request, with a message.
  const { sdk, client } = await openS3(env, { maxAttempts: 1 }).catch((error: Error) => {
    throw new LoadError(error.message);
  });
  try {
    const { Body, ETag, LastModified, ContentLength } = await client.send(
      new sdk.GetObjectCommand({ ...place, ...(known?.etag !== undefined && { IfNoneMatch: known.etag }) }),
      { abortSignal: signal },
    );
    return {
      validators: { etag: ETag, lastModified: LastModified?.toUTCString() },
      length: ContentLength,
      body: closing(Body as AsyncIterable<Uint8Array>, () => client.destroy()),
    };
  } catch (error) {
    client.destroy();
    const { name, code, $metadata } = error as Error & {
      code?: string;
      $metadata?: { httpStatusCode?: number };
    };
    const status = $metadata?.httpStatusCode;
    if (status === 304) return 'unchanged';
    if (name === 'AbortError') throw error;
    const problem = `${shown} cannot be read (${code ?? name})`;
    const isLasting =
      name === 'CredentialsProviderError' ||
      (status !== undefined && status < 500 && status !== 408 && status !== 429);
    if (!isLasting) throw new TemporaryProblem(problem);
    throw new LoadError(`${problem}. Check the bucket, the key and the credentials (AWS_ACCESS_KEY_ID).`);
  }
}

async function* closing(body: AsyncIterable<Uint8Array>, close: () => void): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } finally {
    close();
  }
}
