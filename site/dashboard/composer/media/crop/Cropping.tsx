import { useStore } from '@nanostores/react'

import { lazyComponent } from '#site/ui/rendering/lazy.tsx'
import { $media } from '../media.ts'
import { $cropping, originalOf } from './crop.ts'

/** The dialog loads when a picture is first cropped. */
const CropDialog = lazyComponent(async () => (await import('./CropDialog.tsx')).CropDialog)

export function Cropping() {
  const id = useStore($cropping)
  const item = useStore($media).find(each => each.id === id)
  const original = item && originalOf(item)
  if (!item || !original) return null
  return <CropDialog key={item.id} item={item} original={original} />
}
