import { useStore } from '@nanostores/react'
import { Crop, Ellipsis, TriangleAlert, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'

import { formatList } from '#shared/format-list.ts'
import type { MediaItem } from '#shared/media/media.ts'
import { networks } from '#shared/networks.ts'
import { $enabled } from '#site/dashboard/composer/draft/draft.ts'
import { lazyPart } from '#site/dashboard/shared/lazy-part.ts'
import { openDialog } from '#site/dashboard/shared/open-dialog.ts'
import { MediaThumbnail } from '#site/ui/media/MediaThumbnail.tsx'
import { Popover } from '#site/ui/popovers/Popover.tsx'
import { Tooltip } from '#site/ui/popovers/Tooltip.tsx'
import { SkeletonRows } from '#site/ui/states.tsx'
import { type DraftMedia, originalOf, shareOf } from './media.ts'
import { $mediaProblems } from './problems.ts'

const MediaDetails = lazyPart(async () => (await import('./MediaDetails.tsx')).MediaDetails, {
  Fallback: () => <SkeletonRows rows={3} label="Loading the details" />,
})

const openCropDialog = (picture: { item: DraftMedia; original: MediaItem }) =>
  openDialog(async () => (await import('./CropDialog.tsx')).CropDialog, picture)

export type MediaTileProps = {
  item: DraftMedia
  index: number
  count: number
  onMove: (position: number) => void
  onRemove: () => void
}

const BADGE =
  'grid h-6 min-w-6 cursor-pointer place-items-center rounded-full bg-neutral/85 px-1 text-[0.6875rem] font-bold text-neutral-content'
/** Larger than its badge: 44 px for fingers. */
const CONTROL = 'grid size-8 cursor-pointer place-items-center rounded-field pointer-coarse:size-11'

export function MediaTile({ item, index, count, onMove, onRemove }: MediaTileProps) {
  const hasProblem = useStore($mediaProblems).has(item.id)
  const enabled = useStore($enabled)
  const only = enabled.filter(network => item.networks?.includes(network))
  const tip = item.kind === 'image' ? 'Alt text, order' : 'Order'
  const tile = useRef<HTMLDivElement>(null)
  const original = item.kind === 'image' ? originalOf(item) : undefined

  // Moving a tile in the document closes its details and loses the focus.
  function move(position: number) {
    onMove(position)
    const panel = tile.current?.querySelector<HTMLElement>('[popover]')
    const wasOpen = panel?.matches(':popover-open')
    requestAnimationFrame(() => {
      if (wasOpen && !panel?.matches(':popover-open')) panel?.showPopover()
      if (!wasOpen) tile.current?.querySelector<HTMLElement>('[aria-haspopup=dialog]')?.focus()
    })
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (!step) return
    event.preventDefault()
    move(index + step)
  }

  return (
    <>
      <div ref={tile} data-popover-anchor title={item.name} className="relative size-24">
        <MediaThumbnail item={item} className="size-full rounded-field" />
        <Progress item={item} />
        {(hasProblem || item.upload.state === 'failed') && (
          <span
            className={`${BADGE} pointer-events-none absolute start-1 top-1 bg-warning text-warning-content`}
          >
            <TriangleAlert className="size-3.5" />
          </span>
        )}
        <Corner label={`Remove ${item.name}`} tip="Remove" place="end-0 top-0" data-remove onClick={onRemove}>
          <X aria-hidden="true" className="size-3.5" strokeWidth={2.5} />
        </Corner>
        <span className="absolute start-0 bottom-0">
          <Popover
            label={item.name}
            tip={`${tip} and networks`}
            className="w-80 max-w-[calc(100vw-1.5rem)] cursor-default"
            button={{
              'aria-label': item.kind === 'image' ? `Alt text of ${item.name}` : `Details of ${item.name}`,
              'aria-description': count > 1 ? 'The left and right arrow keys move the file.' : undefined,
              className: `${CONTROL} min-w-11`,
              onKeyDown,
            }}
            trigger={<DetailsBadge item={item} />}
          >
            {close => <MediaDetails item={item} index={index} count={count} onMove={move} onClose={close} />}
          </Popover>
        </span>
        {original && (
          <Corner
            label={`Crop ${item.name}`}
            tip="Crop"
            place="end-0 bottom-0"
            onClick={() => void openCropDialog({ item, original })}
          >
            <Crop className="size-3.5" />
          </Corner>
        )}
      </div>
      {only.length > 0 && (
        <p className="mt-1 text-xs text-soft">
          Only on {formatList(only.map(network => networks[network].shortName))}
        </p>
      )}
    </>
  )
}

const DetailsBadge = ({ item }: { item: DraftMedia }) =>
  item.kind === 'video' ? (
    <span className={BADGE}>
      <Ellipsis className="size-3.5" />
    </span>
  ) : (
    <span
      aria-hidden="true"
      className={`${BADGE} px-1.5 ${item.altText.trim() ? 'bg-primary text-primary-content' : ''}`}
    >
      {item.altText.trim() ? 'ALT' : '+ALT'}
    </span>
  )

type CornerProps = { label: string; tip: string; place: string; onClick: () => void; children: ReactNode }

const Corner = ({ label, tip, place, children, ...button }: CornerProps & { 'data-remove'?: true }) => (
  <span className={`absolute ${place}`}>
    <Tooltip text={tip}>
      <button type="button" {...button} aria-label={label} className={CONTROL}>
        <span className={BADGE}>{children}</span>
      </button>
    </Tooltip>
  </span>
)

function Progress({ item: { upload, name } }: { item: DraftMedia }) {
  const share = shareOf(upload)
  if (share === undefined) return null
  const isArrived = upload.state === 'converting' || share === 1
  const doing = upload.state === 'converting' ? 'Converting' : share === 1 ? 'Checking' : 'Uploading'
  return (
    <>
      {isArrived && (
        <span className="pointer-events-none absolute inset-x-1 top-8 truncate rounded-full bg-neutral/85 px-1 text-center text-[0.6875rem] font-bold text-neutral-content">
          {doing}
        </span>
      )}
      <progress
        aria-label={`${doing} ${name}`}
        max={100}
        // Without a value, the bar is animated, because a check takes an unknown time.
        value={doing === 'Checking' ? undefined : Math.floor(share * 100)}
        className={`progress pointer-events-none absolute inset-x-2 w-auto -translate-y-1/2 progress-primary ${isArrived ? 'top-14 bg-raised' : 'top-1/2 bg-raised/80'}`}
      />
    </>
  )
}
