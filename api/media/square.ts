import type { Config } from '#api/config.ts'
import { newTemporaryPath, removeFiles } from './files/temporary-files.ts'
import { pictures } from './pictures/pictures.ts'

/**
 * The middle of a picture as an upright square WebP without metadata, `side` pixels at most: a new temporary file.
 * @returns its path, and what removes it
 * @throws {DomainError} if the picture can't be read, has too many pixels or takes too much CPU time or memory
 */
export async function squareImage(
  config: Pick<Config, 'dataDir'>,
  { path, side, whose }: { path: string; side: number; whose: string },
) {
  const target = await newTemporaryPath(config)
  const remove = () => removeFiles([target])
  try {
    await pictures.run(whose, 'square', { path, side, target })
    return { path: target, type: 'image/webp', remove }
  } catch (error) {
    await remove()
    throw error
  }
}
