import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import sharp from 'sharp'

import { STORAGE_MESSAGES } from '#api/storage/storage.ts'
import { MEDIA_MESSAGES } from '#shared/media/media.ts'
import { conversionFailure } from './convert.ts'

const grey = () => sharp({ create: { width: 2000, height: 2000, channels: 3, background: 'grey' } })
const failureOf = (attempt: Promise<unknown>) => attempt.then(() => undefined, conversionFailure)

test.if(existsSync('/dev/full'))('does not report a damaged picture when the disk is full', async () => {
  expect(await failureOf(grey().jpeg().toFile('/dev/full'))).toMatchObject({
    code: 'storage_full',
    message: STORAGE_MESSAGES.full,
  })
  expect(await failureOf(sharp(Buffer.from('no picture')).jpeg().toBuffer())).toMatchObject({
    code: 'invalid',
    message: MEDIA_MESSAGES.unreadableImage,
  })
})
