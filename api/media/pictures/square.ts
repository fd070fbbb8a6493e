import sharp from 'sharp'

import { inspectPicture } from './limits.ts'

export type SquareJob = { path: string; side: number; target: string }

/**
 * Writes the centre of a picture as an upright square WebP without metadata, at most `side` pixels wide.
 * @throws {DomainError} if the picture has too many pixels
 */
export async function convertToSquare({ path, side, target }: SquareJob): Promise<void> {
  await inspectPicture({ path, use: 'profile' })
  const { autoOrient } = await sharp(path).metadata()
  const smallest = Math.max(1, Math.min(side, autoOrient.width, autoOrient.height))
  await sharp(path, { failOn: 'error' })
    .autoOrient()
    .resize({ width: smallest, height: smallest, fit: 'cover' })
    .toColourspace('srgb')
    .webp({ quality: 84 })
    .toFile(target)
}
