import { useStore } from '@nanostores/react'
import { ArrowLeft, ArrowRight } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'

import { MAX_ALT_TEXT } from '#shared/media/media.ts'
import { networks } from '#shared/networks.ts'
import { $enabled, clearError } from '#site/dashboard/composer/draft/draft.ts'
import { formatBytes } from '#site/lib/format.ts'
import { Button } from '#site/ui/Button.tsx'
import { CheckList } from '#site/ui/fields/CheckList.tsx'
import { TextArea } from '#site/ui/fields/Field.tsx'
import { type DraftMedia, patchMedia, setAltText, shareOf } from './media.ts'
import { type MediaTileProps } from './MediaTile.tsx'

type MediaDetailsProps = Omit<MediaTileProps, 'onRemove'> & { onClose: () => void }

export function MediaDetails({ item, index, count, onMove, onClose }: MediaDetailsProps) {
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => root.current?.querySelector<HTMLElement>('textarea, button:enabled')?.focus(), [])

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.metaKey || event.ctrlKey) return
    event.preventDefault()
    onClose()
  }

  return (
    <div ref={root} className="grid gap-3">
      <p className="grid text-sm">
        <span className="truncate font-semibold">{item.name}</span>
        <span className="text-xs text-soft tabular-nums">{factsOf(item)}</span>
      </p>
      {item.kind === 'image' && (
        <TextArea
          label={`Alt text of ${item.name}`}
          hideLabel
          rows={3}
          value={item.altText}
          maxLength={MAX_ALT_TEXT}
          onChange={event => setAltText(item.id, event.target.value)}
          onKeyDown={onKeyDown}
          placeholder="What the picture shows"
          hint="For people who can’t see it. It’s published with the picture."
        />
      )}
      <ShowOn item={item} />
      <div className="flex items-center justify-between gap-2">
        <span className="flex gap-1">
          {count > 1 && (
            <>
              <Button
                small
                aria-label={`Move ${item.name} left`}
                disabled={index === 0}
                onClick={() => onMove(index - 1)}
                icon={<ArrowLeft />}
              />
              <Button
                small
                aria-label={`Move ${item.name} right`}
                disabled={index === count - 1}
                onClick={() => onMove(index + 1)}
                icon={<ArrowRight />}
              />
            </>
          )}
        </span>
        <Button small onClick={onClose}>
          Done
        </Button>
      </div>
    </div>
  )
}

/** Limits the file to some of the post's networks. */
function ShowOn({ item: { id, networks: limit } }: { item: DraftMedia }) {
  const enabled = useStore($enabled)
  if (enabled.length < 2 && !limit) return null
  return (
    <CheckList
      legend="Show on"
      values={enabled}
      checked={limit ?? enabled}
      onCheck={checked => {
        patchMedia(id, { networks: checked.length < enabled.length ? checked : undefined })
        clearError('media')
      }}
    >
      {network => networks[network].shortName}
    </CheckList>
  )
}

function factsOf({ kind, bytes, crop, upload }: DraftMedia): string {
  const cropped = crop ? [crop.ratio === 'original' ? 'cropped' : `cropped to ${crop.ratio}`] : []
  const percent = `${Math.floor((shareOf(upload) ?? 0) * 100)}%`
  const progress = {
    uploading: percent === '100%' ? 'being checked' : `${percent} uploaded`,
    converting: `${percent} converted`,
  }
  const { state } = upload
  const now = state === 'uploading' || state === 'converting' ? [progress[state]] : []
  return [kind === 'video' ? 'Video' : 'Picture', formatBytes(bytes), ...cropped, ...now].join(', ')
}
