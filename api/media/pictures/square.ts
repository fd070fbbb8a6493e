import sharp from 'sharp'

import { inspectPicture } from './limits.ts'
import { openPicture, readablePath } from './open.ts'

/** `decoded` may remain unwritten. */
type SquareJob = { path: string; side: number; target: string; decoded: string }

/**
 * Writes the centre of a picture as an upright square WebP without metadata, at most `side` pixels wide.
 * @throws {DomainError} if the picture has too many pixels
 */
export async function convertToSquare({ path, side, target, decoded }: SquareJob): Promise<void> {
  await inspectPicture({ path, use: 'profile' })
  const readable = await readablePath(path, decoded)
  const { autoOrient } = await sharp(readable).metadata()
  const smallest = Math.max(1, Math.min(side, autoOrient.width, autoOrient.height))
  const open = await openPicture(readable)
  await open()
    .autoOrient()
    .resize({ width: smallest, height: smallest, fit: 'cover' })
    .toColourspace('srgb')
    .webp({ quality: 84 })
    .toFile(target)
}
