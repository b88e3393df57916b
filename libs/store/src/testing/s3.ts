import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A server that speaks the protocol of S3. */
export interface TestS3 {
  /** The settings that name it. */
  env: Record<string, string>;
  /** The folder with the objects of its buckets. */
  folder: string;
  close(): Promise<void>;
}

/** Starts a server with buckets. */
export async function startS3(...buckets: string[]): Promise<TestS3> {
  const { default: S3rver } = await import('s3rver');
  const folder = mkdtempSync(join(tmpdir(), 'dossier-s3-'));
  const server = new S3rver({
    directory: folder,
    port: 0,
    address: '127.0.0.1',
    silent: true,
    configureBuckets: buckets.map((name) => ({ name, configs: [] })),
  });
  const { port } = await server.run();
  return {
    env: {
      AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}`,
      AWS_ACCESS_KEY_ID: 'S3RVER',
      AWS_SECRET_ACCESS_KEY: 'S3RVER',
    },
    folder,
    close: async () => {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
