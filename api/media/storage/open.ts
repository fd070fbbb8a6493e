import { join } from 'node:path'

import type { Config } from '#api/config.ts'
import { s3Storage } from '#api/media/storage/s3.ts'
import type { Storage } from '#api/media/storage/storage.ts'
import { diskStorage } from './disk.ts'

/** Opens S3 if configured, otherwise a folder in DATA_DIR. */
export const openStorage = (config: Pick<Config, 'dataDir' | 'storage'>): Storage =>
  config.storage ? s3Storage(config.storage) : diskStorage(join(config.dataDir, 'media'))
