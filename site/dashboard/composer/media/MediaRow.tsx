import { ArrowDown, ArrowUp, Crop, GripVertical, X } from 'lucide-react'
import type { MouseEvent } from 'react'

import { MAX_ALT_TEXT } from '#shared/media/media.ts'
import { TextField } from '#site/ui/fields/Field.tsx'
import { IconButton } from '#site/ui/IconButton.tsx'
import { $cropping, originalOf } from './crop/crop.ts'
import { type DraftMedia, setAltText } from './media.ts'
import { MediaState } from './MediaState.tsx'
import { MediaThumbnail } from './MediaThumbnail.tsx'

type MediaRowProps = {
  item: DraftMedia
  index: number
  count: number
  /** Shows an explanation of alt text. */
  explained: boolean
  onMove: (position: number, button: HTMLElement) => void
  onRemove: () => void
  onDragStart: () => void
}

export const MediaRow = ({ item, explained, ...row }: MediaRowProps) => (
  <div className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-x-4 gap-y-2 p-3 sm:grid-cols-[7rem_minmax(0,1fr)]">
    <MediaThumbnail item={item} className="aspect-square w-full rounded-field" />
    <div className="grid content-start gap-2">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div className="grid min-w-32 grow basis-0 text-sm">
          <span className="truncate font-semibold">{item.name}</span>
          <MediaState item={item} />
        </div>
        <RowButtons item={item} {...row} />
      </div>
      {item.kind === 'image' && (
        <TextField
          label="Alt text"
          value={item.altText}
          maxLength={MAX_ALT_TEXT}
          onChange={event => setAltText(item.id, event.target.value)}
          placeholder="What the picture shows"
          hint={explained ? 'For people who can’t see it. It’s published with the picture.' : undefined}
          aside={
            <span className="text-xs text-soft tabular-nums">
              {item.altText.length}/{MAX_ALT_TEXT}
            </span>
          }
        />
      )}
    </div>
  </div>
)

function RowButtons({ item, index, count, onMove, onRemove, onDragStart }: Omit<MediaRowProps, 'explained'>) {
  const { name } = item
  const arrow = (label: string, position: number, Icon: typeof ArrowUp) => (
    <IconButton
      label={label}
      aria-disabled={position < 0 || position >= count || undefined}
      className="aria-disabled:opacity-35"
      icon={<Icon aria-hidden="true" className="size-4" />}
      onClick={(event: MouseEvent<HTMLButtonElement>) => onMove(position, event.currentTarget)}
    />
  )
  return (
    <div className="-me-1 flex shrink-0 sm:-mt-1 max-sm:-ms-2">
      {count > 1 && (
        <>
          <span
            draggable
            aria-hidden="true"
            onDragStart={onDragStart}
            className="hidden size-8 cursor-grab place-items-center text-soft pointer-fine:grid"
          >
            <GripVertical className="size-4" />
          </span>
          {arrow(`Move ${name} up`, index - 1, ArrowUp)}
          {arrow(`Move ${name} down`, index + 1, ArrowDown)}
        </>
      )}
      {originalOf(item) && item.kind === 'image' && (
        <IconButton
          label={`Crop ${name}`}
          tip="Crop"
          icon={<Crop aria-hidden="true" className="size-4" />}
          onClick={() => $cropping.set(item.id)}
        />
      )}
      <IconButton
        data-remove
        label={`Remove ${name}`}
        icon={<X aria-hidden="true" className="size-4" />}
        onClick={onRemove}
      />
    </div>
  )
}
