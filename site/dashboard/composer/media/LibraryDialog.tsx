import { useStore } from '@nanostores/react'

import { MAX_FILES } from '#shared/media/media.ts'
import { LibraryDialog as Dialog } from '#site/dashboard/shared/library/LibraryDialog.tsx'
import { $media } from './media.ts'
import { addFromLibrary } from './uploads.ts'

/** Adds files from the library to the post with their last alt text, without uploading them again. */
export function LibraryDialog({ onClose }: { onClose: () => void }) {
  const media = useStore($media)
  return (
    <Dialog
      taken={media.flatMap(({ upload }) => (upload.state === 'uploaded' ? [upload.item._id] : []))}
      room={MAX_FILES - media.length}
      labelFor={count => (count > 1 ? `Add ${count} files` : 'Add to post')}
      onChoose={addFromLibrary}
      onClose={onClose}
    />
  )
}
