import sharp from 'sharp'

import type { Config } from '#api/config.ts'
import { DomainError } from '#api/errors.ts'
import { MAX_IMAGE_PIXELS, MEDIA_MESSAGES } from '#shared/media.ts'
import { conversionFailure } from './conversion-failure.ts'
import { inTurns } from './in-turns.ts'
import { newTemporaryPath, removeFiles } from './temporary-files.ts'

/** Decoded pictures are large: one at a time. */
const convertInTurn = inTurns(1)

/**
 * The middle of a picture as an upright square WebP without metadata, `side` pixels at most: a new temporary file.
 * @returns its path, and what removes it
 * @throws DomainError for a picture that can't be read or has too many pixels
 */
export const squareImage = (
  config: Pick<Config, 'dataDir'>,
  { path, side, whose }: { path: string; side: number; whose: string },
) =>
  convertInTurn(whose, async () => {
    const target = await newTemporaryPath(config)
    const remove = () => removeFiles([target])
    try {
      await convert(path, target, side)
      return { path: target, type: 'image/webp', remove }
    } catch (error) {
      await remove()
      throw conversionFailure(error)
    }
  })

async function convert(path: string, target: string, side: number) {
  const { width, height, autoOrient } = await sharp(path, { limitInputPixels: false }).metadata()
  if (width * height > MAX_IMAGE_PIXELS) throw new DomainError('too_large', MEDIA_MESSAGES.imagePixels)
  const smallest = Math.max(1, Math.min(side, autoOrient.width, autoOrient.height))
  await sharp(path, { failOn: 'error', limitInputPixels: MAX_IMAGE_PIXELS })
    .autoOrient()
    .resize({ width: smallest, height: smallest, fit: 'cover' })
    .toColourspace('srgb')
    .timeout({ seconds: 60 })
    .webp({ quality: 84 })
    .toFile(target)
}
