import { useStore } from '@nanostores/react'
import { ImageUp, Trash2, Undo2 } from 'lucide-react'
import { type ChangeEvent, type DragEvent, useRef, useState } from 'react'

import { pictureType, FILE_TYPE_BYTES } from '#shared/media/file-type.ts'
import { MEDIA_MESSAGES } from '#shared/media/media.ts'
import { PROFILE_MESSAGES } from '#shared/profile.ts'
import { lazyPart } from '#site/dashboard/shared/lazy-part.ts'
import { $profilePicture } from '#site/dashboard/shared/me.ts'
import { Avatar } from '#site/ui/Avatar.tsx'
import { Button } from '#site/ui/Button.tsx'
import { DropLabel } from '#site/ui/fields/DropLabel.tsx'
import { FieldError } from '#site/ui/fields/Field.tsx'
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
  const [over, setOver] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [note, setNote] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const error = problem ?? invalid
  const isChanged = picture !== undefined
  const shown = picture ? picture.url : picture === null ? undefined : saved

  function choose(file: File | undefined) {
    if (!file) return
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

  function onInput(event: ChangeEvent<HTMLInputElement>) {
    choose(event.target.files?.[0])
    event.target.value = ''
  }

  function onDrag(event: DragEvent) {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(event.type === 'dragover')
    if (event.type === 'drop') choose(event.dataTransfer.files[0])
  }

  return (
    <section
      aria-labelledby="photo"
      className="flex flex-wrap items-center gap-x-6 gap-y-4"
      onDragOver={onDrag}
      onDragLeave={() => setOver(false)}
      onDrop={onDrag}
    >
      <h2 id="photo" className="sr-only">
        Photo
      </h2>
      <Avatar src={shown} className="size-24 border border-base-300" />
      <div className="grid min-w-0 grow basis-64 gap-2">
        <DropLabel over={over} invalid={!!error} className="flex items-center gap-3 px-5 py-4">
          <ImageUp className="size-6 shrink-0" strokeWidth={1.75} />
          <span className="grid gap-0.5">
            <span className="text-sm font-semibold">
              {over ? 'Drop to use it' : 'Drop a photo here, or choose one'}
            </span>
            <span id="photo-hint" className="text-xs text-soft">
              Image files only. You can crop it next.
            </span>
          </span>
          <input
            ref={input}
            type="file"
            accept="image/*,.heic,.heif"
            aria-label="Choose a photo"
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? 'photo-error photo-hint' : 'photo-hint'}
            onChange={onInput}
            className="sr-only"
          />
        </DropLabel>
        <div role="alert">{error && <FieldError id="photo-error" message={error} />}</div>
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
