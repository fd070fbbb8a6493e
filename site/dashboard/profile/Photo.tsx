import { useStore } from '@nanostores/react'
import { ImageUp, Trash2, Undo2 } from 'lucide-react'
import { useRef, useState } from 'react'

import { pictureType, FILE_TYPE_BYTES } from '#shared/media/file-type.ts'
import { MEDIA_MESSAGES } from '#shared/media/media.ts'
import { PROFILE_MESSAGES } from '#shared/profile.ts'
import { lazyPart } from '#site/dashboard/shared/lazy-part.ts'
import { $profilePicture } from '#site/dashboard/shared/me.ts'
import { Avatar } from '#site/ui/Avatar.tsx'
import { Button } from '#site/ui/Button.tsx'
import { FileField, useFileDrop } from '#site/ui/fields/FileField.tsx'
import { $fields, $picture, choosePicture } from './store.ts'

const CropDialog = lazyPart(async () => (await import('./CropDialog.tsx')).CropDialog)

/** Pictures whose type not every browser knows. */
const IMAGE_NAME = /\.(hei[cf]|avif|webp)$/i

/** The profile's picture: drop or choose a file, then crop it. */
export function Photo() {
  const saved = useStore($profilePicture)
  const picture = useStore($picture)
  const { profileImage: invalid } = useStore($fields)
  const [choosing, setChoosing] = useState<{ file: File; url: string }>()
  const [problem, setProblem] = useState<string>()
  const [note, setNote] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const error = problem ?? invalid
  const isChanged = picture !== undefined
  const [over, dropZone] = useFileDrop(choose)
  const shown = picture ? picture.url : picture === null ? undefined : saved

  function choose(file: File) {
    setNote(undefined)
    const isImage = file.type.startsWith('image/') || IMAGE_NAME.test(file.name)
    setProblem(isImage ? undefined : PROFILE_MESSAGES.imageType)
    if (isImage) setChoosing({ file, url: URL.createObjectURL(file) })
  }

  function stopChoosing() {
    if (choosing) URL.revokeObjectURL(choosing.url)
    setChoosing(undefined)
  }

  /** Most browsers can't show a HEIC, which the server can read. */
  async function useUnreadable(file: File) {
    stopChoosing()
    const start = await file.slice(0, FILE_TYPE_BYTES).arrayBuffer()
    if (pictureType(new Uint8Array(start)) !== 'image/heic') return setProblem(MEDIA_MESSAGES.unreadableImage)
    choosePicture({ file, url: '' })
    setNote('This browser can’t show HEIC pictures, so this one can’t be cropped. Save to use its centre.')
  }

  return (
    <section aria-labelledby="photo" className="flex flex-wrap items-center gap-x-6 gap-y-4" {...dropZone}>
      <h2 id="photo" className="sr-only">
        Photo
      </h2>
      <Avatar src={shown} className="size-24 border border-base-300" />
      <div className="grid min-w-0 grow basis-64 gap-2">
        <FileField
          ref={input}
          label="Choose a photo"
          accept="image/*,.heic,.heif"
          icon={<ImageUp className="size-6 shrink-0" strokeWidth={1.75} />}
          title={over ? 'Drop to use it' : 'Drop a photo here, or choose one'}
          hint="Image files only. You can crop it next."
          error={error}
          over={over}
          className="flex items-center gap-3 px-5 py-4"
          onFile={choose}
        />
        <p role="status" className="text-sm empty:hidden">
          {picture && note}
        </p>
        <div className="flex flex-wrap gap-2 empty:hidden">
          {(shown || isChanged) && (
            <Button
              small
              variant="quiet"
              icon={isChanged ? <Undo2 /> : <Trash2 />}
              onClick={() => {
                choosePicture(isChanged ? undefined : null)
                input.current?.focus()
              }}
            >
              {!isChanged ? 'Remove photo' : saved ? 'Keep the photo you had' : 'Don’t use this photo'}
            </Button>
          )}
        </div>
      </div>
      {choosing && (
        <CropDialog
          url={choosing.url}
          onClose={stopChoosing}
          onCrop={file => {
            choosePicture({ file, url: URL.createObjectURL(file) })
            stopChoosing()
          }}
          onUnreadable={() => void useUnreadable(choosing.file)}
        />
      )}
    </section>
  )
}
