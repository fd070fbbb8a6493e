import type { PreviewFile } from '#site/ui/media/MediaThumbnail.tsx'
import { lazyComponent } from '#site/ui/rendering/lazy.tsx'
import { useRemarks } from './Remarks.tsx'

/** Loads lazily, because the composer's previews have no remarks. */
const PicturePins = lazyComponent(async () => (await import('./PicturePins.tsx')).PicturePins)

type PinsProps = {
  file: PreviewFile
  /** True if the picture is shown whole. Otherwise it fills its frame, which cuts it. */
  isWhole?: boolean
}

/** The remarks on a picture of a preview. */
export function Pins({ file, isWhole = false }: PinsProps) {
  const { remarks = [], isPlacing = false } = useRemarks() ?? {}
  const here = remarks.filter(
    ({ anchor, isOpen }) => isOpen && 'mediaId' in anchor && anchor.mediaId === file.id,
  )
  if (file.kind !== 'image' || (here.length === 0 && !isPlacing)) return null
  return <PicturePins file={file} remarks={here} isPlacing={isPlacing} isWhole={isWhole} />
}
