import { spyOn } from 'bun:test'

import type { ConvertedFiles, ImageJob } from '#api/media/pictures/convert.ts'
import { pictures } from '#api/media/pictures/pictures.ts'

type Conversion = { encoded: ConvertedFiles; original: Uint8Array; jpeg: Uint8Array; thumbnail: Uint8Array }

const convert = pictures.run
const known = new Map<string, Conversion>()

/**
 * Converts each picture once per process and copies the files afterwards: most tests post the same few
 * pictures. Lasts until the end of the test file.
 */
export function copyKnownPictures() {
  spyOn(pictures, 'run').mockImplementation(((userId, name, input) =>
    name === 'image'
      ? convertOnce(userId, input as ImageJob)
      : convert(userId, name, input)) as typeof convert)
}

async function convertOnce(userId: string, job: ImageJob): Promise<ConvertedFiles> {
  const { path, area, targets } = job
  const key = `${JSON.stringify(area)} ${Bun.hash(await Bun.file(path).bytes())}`
  const copy = known.get(key)
  if (!copy) {
    const encoded = await convert(userId, 'image', job)
    known.set(key, { encoded, ...(await readFiles(targets)) })
    return encoded
  }
  await Promise.all(
    (['original', 'jpeg', 'thumbnail'] as const).map(file => Bun.write(targets[file], copy[file])),
  )
  return { ...copy.encoded, path: targets.original }
}

async function readFiles({ original, jpeg, thumbnail }: ImageJob['targets']) {
  const read = (path: string) => Bun.file(path).bytes()
  const [originalBytes, jpegBytes, thumbnailBytes] = await Promise.all([original, jpeg, thumbnail].map(read))
  return { original: originalBytes!, jpeg: jpegBytes!, thumbnail: thumbnailBytes! }
}
