import { join } from 'node:path'

import type { Config } from '#api/runtime/config.ts'
import { diskStorage } from './disk.ts'
import { s3Storage } from './s3.ts'
import type { Storage } from './storage.ts'

/** Opens S3 if configured, otherwise a folder in DATA_DIR. */
export const openStorage = (config: Pick<Config, 'dataDir' | 'storage'>): Storage =>
  config.storage ? s3Storage(config.storage) : diskStorage(join(config.dataDir, 'media'))
