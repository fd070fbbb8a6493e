import type { Area } from 'react-easy-crop'

import { MEDIA_MESSAGES } from '#shared/media/media.ts'
import { PROFILE_IMAGE_SIDE } from '#shared/profile.ts'

/** Returns the square as a JPEG, at most as large as the stored size. */
export async function cropSquare(url: string, { x, y, width }: Area): Promise<Blob> {
  const image = new Image()
  image.src = url
  await image.decode()
  const side = Math.max(1, Math.min(PROFILE_IMAGE_SIDE, Math.round(width)))
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const context = canvas.getContext('2d')
  if (!context) throw new Error(MEDIA_MESSAGES.unreadableImage)
  context.imageSmoothingQuality = 'high'
  // JPEG has no transparency.
  context.fillStyle = 'white'
  context.fillRect(0, 0, side, side)
  context.drawImage(image, x, y, width, width, 0, 0, side, side)
  return await new Promise((resolve, reject) =>
    canvas.toBlob(
      blob => (blob ? resolve(blob) : reject(new Error(MEDIA_MESSAGES.unreadableImage))),
      'image/jpeg',
      0.92,
    ),
  )
}
