import type { Region } from 'sharp'

import type { UserContext } from '#api/context.ts'
import { onlyRow } from '#api/db/only-row.ts'
import type { Media } from '#api/db/schema/posts/media.ts'
import { invalidField } from '#api/runtime/errors.ts'
import type { CropArea } from '#shared/posts/drafts.ts'
import { newTemporaryPath, removeFiles } from './files/temporary-files.ts'
import { saveMedia, requireMedia } from './media.ts'
import { prepareImage } from './prepare.ts'

/** Saves part of a picture as a new picture, and keeps the original. */
export async function cropMedia(ctx: UserContext, id: string, area: CropArea): Promise<Media> {
  const original = await requireMedia(ctx, id)
  if (original.type === 'video/mp4') throw invalidField('body', 'Only pictures can be cropped.')
  const stored = await ctx.storage.read(original.key)
  if (!stored) throw new Error(`The file of media ${id} is missing`)
  const path = await newTemporaryPath(ctx.config)
  const written = [path]
  try {
    await Bun.write(path, stored.body)
    const prepared = await prepareImage(ctx, { ...original, path }, toPixels(area, original))
    written.push(...prepared.converted)
    return onlyRow(await saveMedia(ctx, [{ ...prepared, row: { ...prepared.row, croppedFrom: id } }]))
  } finally {
    await removeFiles(written)
  }
}

type Size = { width: number; height: number }

/** Converts the area to whole pixels: at least one, and within the picture. */
function toPixels(area: CropArea, { width, height }: Size): Region {
  const [left, pixelWidth] = span(area.x, area.width, width)
  const [top, pixelHeight] = span(area.y, area.height, height)
  return { left, top, width: pixelWidth, height: pixelHeight }
}

function span(start: number, share: number, length: number): [from: number, pixels: number] {
  const from = Math.min(length - 1, Math.round(start * length))
  return [from, Math.max(1, Math.min(length - from, Math.round(share * length)))]
}
