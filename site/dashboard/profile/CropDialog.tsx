import { useState } from 'react'
import type { Area } from 'react-easy-crop'

import { CropFrame } from '#site/dashboard/shared/crop/CropFrame.tsx'
import { Button } from '#site/ui/Button.tsx'
import { Modal } from '#site/ui/dialogs/Modal.tsx'
import { cropSquare } from './crop.ts'

export type CropDialogProps = {
  /** Local URL of the chosen file. */
  url: string
  onCrop: (picture: Blob) => void
  onClose: () => void
  /** Called if the file isn't a picture. */
  onUnreadable: () => void
}

/** Crops a picture for the profile: by dragging, arrow keys and zoom. */
export function CropDialog({ url, onCrop, onClose, onUnreadable }: CropDialogProps) {
  const [area, setArea] = useState<Area>()
  const [busy, setBusy] = useState(false)

  async function use() {
    if (!area) return
    setBusy(true)
    try {
      onCrop(await cropSquare(url, area))
    } catch {
      onUnreadable()
    }
  }

  return (
    <Modal
      open
      title="Crop your photo"
      onClose={onClose}
      locked={busy}
      actions={
        <>
          <Button onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button variant="primary" onClick={use} busy={busy} disabled={!area}>
            Use this crop
          </Button>
        </>
      }
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
    </Modal>
  )
}
