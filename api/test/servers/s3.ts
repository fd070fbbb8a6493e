import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'

import { s3Storage } from '#api/storage/open.ts'
import { atEnd } from '#api/test/at-end.ts'

/** Starts an S3 server for the life of the test process, and returns storage in one of its buckets. */
export async function s3ForTests() {
  const directory = await mkdtemp(join(tmpdir(), 'currawong-s3-'))
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: 'media', configs: [] }],
  })
  const { port } = await server.run()
  atEnd(async () => {
    await server.close()
    await rm(directory, { recursive: true, force: true })
  })
  const keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
  return s3Storage({ endpoint: `http://127.0.0.1:${port}`, bucket: 'media', region: 'us-east-1', ...keys })
}
