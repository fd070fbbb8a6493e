import { useState } from 'react'
import type { Area } from 'react-easy-crop'

import { MEDIA_MESSAGES } from '#shared/media/media.ts'
import { PROFILE_IMAGE_SIDE } from '#shared/profile.ts'
import { CropFrame } from '#site/dashboard/shared/crop/CropFrame.tsx'
import { ActionModal } from '#site/ui/dialogs/ActionModal.tsx'

/** Returns the square as a JPEG, at most as large as the stored size. */
async function cropSquare(url: string, { x, y, width }: Area): Promise<Blob> {
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

type CropDialogProps = {
  /** Local URL of the chosen file. */
  url: string
  onCrop: (picture: Blob) => void
  onClose: () => void
  onUnreadable: () => void
}

/** Crops a picture for the profile: by dragging, arrow keys and zoom. */
export function CropDialog({ url, onCrop, onClose, onUnreadable }: CropDialogProps) {
  const [area, setArea] = useState<Area>()

  async function use() {
    if (!area) return
    try {
      onCrop(await cropSquare(url, area))
    } catch {
      onUnreadable()
    }
  }

  return (
    <ActionModal
      title="Crop your photo"
      label="Use this crop"
      disabled={!area}
      onClose={onClose}
      onAction={use}
    >
      <div className="grid gap-4">
        <CropFrame
          url={url}
          aspect={1}
          cropShape="round"
          showGrid={false}
          className="h-[min(20rem,45dvh)] bg-base-300"
          onArea={(_, pixels) => setArea(pixels)}
          onUnreadable={onUnreadable}
        />
      </div>
    </ActionModal>
  )
}
