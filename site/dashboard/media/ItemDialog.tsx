import { useStore } from '@nanostores/react'
import { ChevronLeft, ChevronRight, Download, SquarePen } from 'lucide-react'
import { atom } from 'nanostores'
import { type KeyboardEvent, useState } from 'react'

import type { EditMedia, LibraryItem } from '#shared/media/library.ts'
import { MAX_ALT_TEXT } from '#shared/media/media.ts'
import { LabelInput } from '#site/dashboard/shared/labels/LabelInput.tsx'
import { LabelList } from '#site/dashboard/shared/labels/LabelList.tsx'
import { $library, $mediaLabels, updateItems } from '#site/dashboard/shared/library/store.ts'
import { $can } from '#site/dashboard/shared/permissions.tsx'
import { pathToPost } from '#site/dashboard/shared/post-dialogs/url.ts'
import { followLink } from '#site/dashboard/shared/router.ts'
import { $businessZone } from '#site/dashboard/shared/zone.ts'
import { api, dataOf } from '#site/lib/api/api.ts'
import { ApiError } from '#site/lib/api/error.ts'
import { formatBytes, formatDate } from '#site/lib/format.ts'
import { remote } from '#site/lib/remote.ts'
import { toast, withErrorToast } from '#site/lib/toasts.ts'
import { BusyButton, Button, ButtonLink, useBusy } from '#site/ui/Button.tsx'
import { Modal } from '#site/ui/dialogs/Modal.tsx'
import { TextArea, TextField } from '#site/ui/fields/Field.tsx'
import { IconButton } from '#site/ui/IconButton.tsx'
import { SkeletonRows } from '#site/ui/states.tsx'
import { deleteAll, draftWith, dropItems } from './selection.ts'

/** The file whose details are open. */
export const $openItem = atom<LibraryItem | undefined>()

export const $uses = remote(async () => {
  const id = $openItem.get()?._id
  return id ? await dataOf(api.media[':id'].uses.$get({ param: { id } })) : []
})

export function openItem(item: LibraryItem | undefined) {
  $openItem.set(item)
  $uses.reset()
  if (item) void $uses.reload()
}

/** Saves only the changed fields of a file, so that a colleague's changes of others stay. Closes a file that somebody has deleted. */
export async function saveItem(item: LibraryItem, values: Required<EditMedia>): Promise<boolean> {
  const { name, altText, labels } = values
  const json: EditMedia = {
    ...(name !== item.name && { name }),
    ...(altText !== item.altText && { altText }),
    ...(labels.join() !== item.labels.join() && { labels }),
  }
  if (Object.keys(json).length === 0) return true
  return await withErrorToast('That wasn’t saved. Please try again.', async () => {
    try {
      await api.media[':id'].$patch({ param: { id: item._id }, json })
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'not_found')) throw error
      dropItems([item])
      openItem(undefined)
      throw new ApiError('not_found', 'Somebody else has deleted this file, so it wasn’t saved.')
    }
    updateItems(items => items.map(each => (each._id === item._id ? { ...each, ...json } : each)))
    void $mediaLabels.reload()
    toast('success', 'Saved.')
  })
}

export function ItemDialog() {
  const item = useStore($openItem)
  return item ? <Details item={item} /> : null
}

/** A file's details, and where it is used. Arrow keys show the previous and the next file. */
function Details({ item }: { item: LibraryItem }) {
  const [name, setName] = useState(item.name)
  const [altText, setAltText] = useState(item.altText)
  const [labels, setLabels] = useState(item.labels)
  const [busy, during] = useBusy()
  const mayWrite = useStore($can)('write')
  const mediaLabels = useStore($mediaLabels).data
  const zone = useStore($businessZone)
  const isChanged = name !== item.name || altText !== item.altText || labels.join() !== item.labels.join()
  const files = useStore($library).data?.items ?? []
  const place = files.findIndex(({ _id }) => _id === item._id)
  const canStep = place !== -1 && files.length > 1 && !isChanged
  const close = () => openItem(undefined)

  function step(by: number) {
    const next = files.at((place + by) % files.length)
    if (!canStep || !next) return
    openItem(next)
    setName(next.name)
    setAltText(next.altText)
    setLabels(next.labels)
  }
  function onKeyDown({ key, target }: KeyboardEvent) {
    if (key.startsWith('Arrow') && !(target as Element).closest('input, textarea, video'))
      step(key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0)
  }
  async function save() {
    if (await saveItem(item, { name, altText, labels })) close()
  }
  async function remove() {
    if (await deleteAll([item])) close()
  }
  return (
    <Modal
      wide
      startsAtTitle={files.length < 2}
      onClose={close}
      title={item.name}
      locked={busy}
      actions={
        <>
          {mayWrite && (
            <Button variant="quiet" className="me-auto text-error" onClick={() => during(remove)}>
              Delete
            </Button>
          )}
          <Button onClick={close}>{mayWrite ? 'Cancel' : 'Close'}</Button>
          {mayWrite && (
            <Button variant="primary" busy={busy} disabled={name.trim() === ''} onClick={() => during(save)}>
              Save
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-6 sm:grid-cols-2" onKeyDown={onKeyDown}>
        <div className="grid content-start gap-2">
          {item.kind === 'video' ? (
            <video src={item.url} controls className="max-h-72 w-full rounded-field bg-base-200" />
          ) : (
            <img
              src={item.url}
              alt={item.altText}
              className="max-h-72 w-full rounded-field bg-base-200 object-contain"
            />
          )}
          <div className="flex items-start justify-between gap-2">
            <p className="text-sm text-soft">
              {item.width} × {item.height}, {formatBytes(item.bytes)}. Added{' '}
              {formatDate(item.createdAt, zone)}.
            </p>
            {files.length > 1 && (
              <div className="flex shrink-0">
                <IconButton
                  label="Previous file"
                  icon={<ChevronLeft className="size-5" />}
                  aria-disabled={!canStep}
                  onClick={() => step(-1)}
                />
                <IconButton
                  data-autofocus
                  label="Next file"
                  icon={<ChevronRight className="size-5" />}
                  aria-disabled={!canStep}
                  onClick={() => step(1)}
                />
              </div>
            )}
          </div>
          <div className="flex flex-wrap gap-2">
            <ButtonLink small href={item.url} download={item.name} icon={<Download />}>
              Download
            </ButtonLink>
            {mayWrite && (
              <BusyButton
                small
                icon={<SquarePen />}
                onClick={async () => {
                  const path = await draftWith([item])
                  if (!path) return
                  close()
                  followLink(path)
                }}
              >
                New post with it
              </BusyButton>
            )}
          </div>
        </div>
        <div className="grid content-start gap-4">
          {mayWrite ? (
            <>
              <TextField
                label="Name"
                value={name}
                maxLength={120}
                onChange={event => setName(event.target.value)}
              />
              {item.kind === 'image' && (
                <TextArea
                  label="Alt text"
                  hint="For people who can’t see the picture. Offered when you use it again."
                  rows={3}
                  maxLength={MAX_ALT_TEXT}
                  value={altText}
                  onChange={event => setAltText(event.target.value)}
                />
              )}
              <LabelInput label="Labels" labels={labels} onChange={setLabels} known={mediaLabels} />
            </>
          ) : (
            <>
              {item.altText && <p className="text-sm wrap-anywhere">{item.altText}</p>}
              <LabelList labels={item.labels} />
            </>
          )}
          <Uses />
        </div>
      </div>
    </Modal>
  )
}

function Uses() {
  const uses = useStore($uses)
  const zone = useStore($businessZone)
  if (uses.state === 'loading') return <SkeletonRows rows={2} label="Loading where it is used" />
  if (uses.state === 'failed') return null
  if (uses.data.length === 0) return <p className="text-sm text-soft">No post or draft uses it.</p>
  return (
    <section aria-labelledby="used-in" className="grid gap-2">
      <h3 id="used-in" className="text-sm font-semibold">
        Used in
      </h3>
      <ul className="grid max-h-48 gap-1 overflow-y-auto text-sm">
        {uses.data.map(({ postId, draftId, text, at }) => (
          <li key={postId ?? draftId} className="min-w-0">
            <a
              href={postId ? pathToPost(postId) : `/dashboard/create-post?draft=${draftId}`}
              onClick={() => setTimeout(openItem)}
              className="prose-link line-clamp-1"
            >
              {text || 'No text yet'}
            </a>
            <span className="text-xs text-soft">
              {draftId ? 'Draft, ' : ''}
              {formatDate(at, zone)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
