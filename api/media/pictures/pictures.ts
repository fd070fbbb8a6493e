import type { Region } from 'sharp'

import { newTemporaryPath, removeFiles } from '#api/media/files/temporary-files.ts'
import type { Config } from '#api/runtime/config.ts'
import type { ConvertedFiles } from './convert.ts'
import { openPictureWorkers } from './workers.ts'

/** Temporary files, upright, in sRGB and without metadata. The caller removes them. */
type ConvertedImage = {
  /** A PNG if the picture was one or has transparency, and is within Facebook's 10 MB; otherwise a JPEG. */
  original: ConvertedFiles
  /** Path of a JPEG within the limits of Instagram and Google. */
  jpegPath: string
  /** Path of a WebP. */
  thumbnailPath: string
}

export const pictures = openPictureWorkers()

/**
 * Converts a picture to the files that are stored.
 * @param userId the user for whom it runs; users take turns
 * @param area crop area of the upright picture; defaults to all of it
 * @throws {DomainError} if the picture can't be read, has too many pixels or takes too much CPU time or memory
 */
export async function convertImage(
  config: Pick<Config, 'dataDir'>,
  { path, userId }: { path: string; userId: string },
  area?: Region,
): Promise<ConvertedImage> {
  const [original, jpeg, thumbnail, decoded, working] = await newTemporaryPaths(config)
  try {
    const targets = { original, jpeg, thumbnail, decoded, working }
    const encoded = await pictures.run(userId, 'image', { path, targets, ...(area && { area }) })
    await removeFiles([decoded, working])
    return { original: encoded, jpegPath: jpeg, thumbnailPath: thumbnail }
  } catch (error) {
    await removeFiles([original, jpeg, thumbnail, decoded, working])
    throw error
  }
}

const newTemporaryPaths = (config: Pick<Config, 'dataDir'>) =>
  Promise.all([
    newTemporaryPath(config),
    newTemporaryPath(config),
    newTemporaryPath(config),
    newTemporaryPath(config),
    newTemporaryPath(config),
  ])

/**
 * Converts the centre of a picture, or the whole picture (`inside`), to an upright WebP without metadata that fits into a
 * square of `side` pixels, in a temporary file.
 * @returns its path, and a function that removes it
 * @throws {DomainError} if the picture can't be read, has too many pixels or takes too much CPU time or memory
 */
export async function squareImage(
  config: Pick<Config, 'dataDir'>,
  { path, side, fit, userId }: { path: string; side: number; fit?: 'inside'; userId: string },
) {
  const [target, decoded] = await Promise.all([newTemporaryPath(config), newTemporaryPath(config)])
  const remove = () => removeFiles([target, decoded])
  try {
    await pictures.run(userId, 'square', { path, side, ...(fit && { fit }), target, decoded })
    return { path: target, type: 'image/webp', remove }
  } catch (error) {
    await remove()
    throw error
  }
}

/**
 * Returns a JPEG of a stored picture, of at most `maxBytes`.
 * @throws {DomainError} if the picture takes too much CPU time or memory
 */
export async function reduceImage(
  config: Pick<Config, 'dataDir'>,
  { picture, maxBytes, userId }: { picture: Blob; maxBytes: number; userId: string },
): Promise<Blob> {
  const [path, target] = await Promise.all([newTemporaryPath(config), newTemporaryPath(config)])
  try {
    await Bun.write(path, picture)
    await pictures.run(userId, 'smaller', { path, maxBytes, target })
    return new Blob([await Bun.file(target).arrayBuffer()], { type: 'image/jpeg' })
  } finally {
    await removeFiles([path, target])
  }
}
