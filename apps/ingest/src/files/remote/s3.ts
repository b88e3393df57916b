import { LoadError } from '../../rows/types.ts';
import { s3Place, shownPath, type Answer, type Asked } from './address.ts';
import { TemporaryProblem } from './retry.ts';

/**
 * Requests a file from S3, or from a server that speaks its protocol (`AWS_ENDPOINT_URL_S3`). Region and credentials are
 * those of the AWS tools: variables, profiles, or the role of the machine.
 * @throws TemporaryProblem when another attempt may succeed; LoadError when none will
 */
export async function askS3({ url, known, signal, env }: Asked): Promise<Answer> {
  const place = s3Place(url);
  const shown = shownPath(url.href);
  const { S3Client, GetObjectCommand } = await import('@aws-sdk/client-s3').catch(() => {
    throw new LoadError(
      `${shown} needs the package @aws-sdk/client-s3. Install it with: npm install @aws-sdk/client-s3`,
    );
  });
  const endpoint = env['AWS_ENDPOINT_URL_S3'] ?? env['AWS_ENDPOINT_URL'];
  const { AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret, AWS_SESSION_TOKEN: sessionToken } = env;
  const client = new S3Client({
    region: env['AWS_REGION'] ?? env['AWS_DEFAULT_REGION'] ?? 'us-east-1',
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    ...(id !== undefined &&
      secret !== undefined && {
        credentials: { accessKeyId: id, secretAccessKey: secret, ...(sessionToken && { sessionToken }) },
      }),
    // `download` repeats the request, with a message.
    maxAttempts: 1,
    requestHandler: { connectionTimeout: 10_000, requestTimeout: 60_000 },
  });
  try {
    const { Body, ETag, LastModified, ContentLength } = await client.send(
      new GetObjectCommand({ ...place, ...(known?.etag !== undefined && { IfNoneMatch: known.etag }) }),
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
