import type { Config } from '#api/runtime/config.ts'
import { newTemporaryPath, removeFiles } from './files/temporary-files.ts'
import { pictures } from './pictures/pictures.ts'

/**
 * Converts the centre of a picture to an upright square WebP without metadata, at most `side` pixels wide, in a temporary file.
 * @returns its path, and a function that removes it
 * @throws {DomainError} if the picture can't be read, has too many pixels or takes too much CPU time or memory
 */
export async function squareImage(
  config: Pick<Config, 'dataDir'>,
  { path, side, userId }: { path: string; side: number; userId: string },
) {
  const [target, decoded] = await Promise.all([newTemporaryPath(config), newTemporaryPath(config)])
  const remove = () => removeFiles([target, decoded])
  try {
    await pictures.run(userId, 'square', { path, side, target, decoded })
    return { path: target, type: 'image/webp', remove }
  } catch (error) {
    await remove()
    throw error
  }
}
