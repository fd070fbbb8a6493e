import 'react-easy-crop/react-easy-crop.css'
import { useId, useState } from 'react'
import Cropper, { type Area, type CropperProps } from 'react-easy-crop'

import { classes } from '#site/ui/classes.ts'

const MAX_ZOOM = 4

type CropFrameProps = Partial<
  Pick<CropperProps, 'cropShape' | 'showGrid' | 'initialCroppedAreaPercentages'>
> & {
  url: string
  aspect: number
  className: string
  /** Called once the picture has loaded, and after each change. */
  onArea: (percent: Area, pixels: Area) => void
  onUnreadable?: () => void
}

export function CropFrame({ url, className, onArea, onUnreadable, ...cropper }: CropFrameProps) {
  const zoomId = useId()
  const [place, setPlace] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  return (
    <>
      <div className={classes('relative overflow-hidden rounded-box', className)}>
        <Cropper
          image={url}
          crop={place}
          zoom={zoom}
          maxZoom={MAX_ZOOM}
          keyboardStep={10}
          disableAutomaticStylesInjection
          cropperProps={{
            'aria-label': 'Part of the picture. Move it with the arrow keys.',
            role: 'group',
          }}
          mediaProps={{ alt: '', ...(onUnreadable && { onError: onUnreadable }) }}
          onCropChange={setPlace}
          onZoomChange={setZoom}
          // The part isn't a number before the picture has loaded.
          onCropAreaChange={(percent, pixels) => Number.isFinite(percent.width) && onArea(percent, pixels)}
          {...cropper}
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
          aria-valuetext={`${Math.round(zoom * 100)} percent`}
          onChange={event => setZoom(Number(event.target.value))}
          className="range range-xs grow text-base-content"
        />
      </div>
    </>
  )
}
