import { ArrowLeft, ArrowRight } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'

import { MAX_ALT_TEXT } from '#shared/media/media.ts'
import { formatBytes } from '#site/lib/format.ts'
import { Button } from '#site/ui/Button.tsx'
import { TextArea } from '#site/ui/fields/Field.tsx'
import { type DraftMedia, setAltText } from './media.ts'
import { type MediaTileProps } from './MediaTile.tsx'

type MediaDetailsProps = Omit<MediaTileProps, 'onRemove'> & { onClose: () => void }

/** Facts, alt text and order of a file. */
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

const uploaded = (fraction: number) =>
  fraction === 1 ? 'being checked' : `${Math.floor(fraction * 100)}% uploaded`

function factsOf({ kind, bytes, crop, upload }: DraftMedia): string {
  const cropped = crop ? [crop.ratio === 'original' ? 'cropped' : `cropped to ${crop.ratio}`] : []
  const share = upload.state === 'uploading' ? [uploaded(upload.fraction)] : []
  const { progress = 0 } = (upload.state === 'converting' && upload.item.conversion) || {}
  if (upload.state === 'converting') share.push(`${Math.floor(progress * 100)}% converted`)
  return [kind === 'video' ? 'Video' : 'Picture', formatBytes(bytes), ...cropped, ...share].join(', ')
}
