import 'react-easy-crop/react-easy-crop.css'
import { useId, useState } from 'react'
import Cropper, { type Area } from 'react-easy-crop'

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

const MAX_ZOOM = 4

/** Crops a picture for the profile: by dragging, arrow keys and zoom. */
export function CropDialog({ url, onCrop, onClose, onUnreadable }: CropDialogProps) {
  const zoomId = useId()
  const [place, setPlace] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
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
          <Button look="primary" onClick={use} busy={busy} disabled={!area}>
            Use this crop
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <div className="relative h-[min(20rem,45dvh)] overflow-hidden rounded-box bg-base-300">
          <Cropper
            image={url}
            aspect={1}
            cropShape="round"
            showGrid={false}
            crop={place}
            zoom={zoom}
            maxZoom={MAX_ZOOM}
            keyboardStep={10}
            disableAutomaticStylesInjection
            cropperProps={{
              'aria-label': 'Part of the picture. Move it with the arrow keys.',
              role: 'group',
            }}
            mediaProps={{ alt: '', onError: onUnreadable }}
            onCropChange={setPlace}
            onZoomChange={setZoom}
            onCropAreaChange={(_, pixels) => setArea(pixels)}
          />
        </div>
        <div className="flex items-center gap-3">
          <label htmlFor={zoomId} className="text-sm font-semibold">
            Zoom
          </label>
          <input
            id={zoomId}
            type="range"
            min={1}
            max={MAX_ZOOM}
            step={0.05}
            value={zoom}
            onChange={event => setZoom(Number(event.target.value))}
            aria-valuetext={`${Math.round(zoom * 100)} percent`}
            className="range range-xs grow text-base-content"
          />
        </div>
      </div>
    </Modal>
  )
}
