import type * as S3 from '@aws-sdk/client-s3';
import { FilesError, type Environment } from './files.ts';

export type Sdk = typeof S3;

/**
 * Loads the package of S3, which is optional, and opens a client of S3 or of a server that speaks its protocol
 * (`AWS_ENDPOINT_URL_S3`). Region and credentials are those of the AWS tools: variables, profiles, or the role of the machine.
 * @throws FilesError if the package is not installed
 */
export async function openS3(
  env: Environment,
  { maxAttempts }: { maxAttempts: number },
): Promise<{ sdk: Sdk; client: S3.S3Client }> {
  const sdk = await import('@aws-sdk/client-s3').catch((cause: unknown) => {
    throw new FilesError(
      'Addresses of S3 need the package @aws-sdk/client-s3. Install it with: npm install @aws-sdk/client-s3',
      { cause },
    );
  });
  const endpoint = env['AWS_ENDPOINT_URL_S3'] || env['AWS_ENDPOINT_URL'];
  const { AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret, AWS_SESSION_TOKEN: sessionToken } = env;
  const client = new sdk.S3Client({
    region: env['AWS_REGION'] || env['AWS_DEFAULT_REGION'] || 'us-east-1',
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ...(id &&
      secret && {
        credentials: { accessKeyId: id, secretAccessKey: secret, ...(sessionToken && { sessionToken }) },
      }),
    // Older servers do not know the checksums that Amazon has.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts,
    requestHandler: { connectionTimeout: 10_000, requestTimeout: 60_000 },
  });
  return { sdk, client };
}
