import { memo, useEffect, useRef } from 'react'

import { pathToPost } from '#site/dashboard/shared/post-dialogs/url.ts'
import { formatTime } from '#site/lib/format.ts'
import type { Tone } from '#site/ui/Badge.tsx'
import { NetworkMark } from '#site/ui/NetworkMark.tsx'
import { startDrag } from './drag.ts'
import type { Item } from './items.ts'
import { moveByKey, SHORTCUTS } from './keys.ts'
import { $held } from './moves.ts'
import { $view } from './url.ts'

/** Id of the hint that explains keys. */
export const HINT_ID = 'calendar-hint'
export const KEYS_ID = 'calendar-keys'

const EDGE: Record<Tone, string> = {
  neutral: 'border-s-edge',
  iris: 'border-s-edge',
  info: 'border-s-info',
  look: 'border-s-amber',
  good: 'border-s-success',
  bad: 'border-s-error',
}
const COLOUR: Partial<Record<Tone, string>> = {
  good: 'text-success',
  look: 'text-amber',
  bad: 'text-error',
}

type ChipProps = { item: Item; look: 'line' | 'card' | 'row'; tabIndex?: 0 | -1 }

const LOOKS = {
  line: 'grid grid-cols-1 px-1.5 py-0.5 text-xs',
  card: 'grid grid-cols-1 gap-1 px-2.5 py-2 text-xs',
  row: 'flex flex-wrap items-center gap-x-3 gap-y-1 px-3.5 py-2.5 text-sm',
}

/** A post in the calendar: opens on press, drags with the pointer, and moves by keys. */
export const Chip = memo(({ item, look, tabIndex }: ChipProps) => {
  const link = useRef<HTMLAnchorElement>(null)
  const { word, tone, icon: Icon } = item.look

  /** Restores the focus after a move, which renders the chip elsewhere. */
  useEffect(() => {
    if ($held.get() === item.id && !link.current?.closest('dialog')) link.current?.focus()
  }, [item])

  return (
    <a
      ref={link}
      href={pathToPost(item.postId)}
      draggable={false}
      tabIndex={tabIndex}
      aria-describedby={item.movable ? HINT_ID : undefined}
      aria-keyshortcuts={item.movable ? SHORTCUTS : undefined}
      onPointerDown={event => startDrag(event, item)}
      onKeyDown={event => moveByKey(event, item, $view.get())}
      onBlur={() => $held.get() === item.id && document.hasFocus() && $held.set(undefined)}
      className={`rounded-selector border border-s-3 border-base-300 bg-raised select-none hover:bg-base-200
        ${item.movable ? 'cursor-grab' : ''} ${EDGE[tone]} ${LOOKS[look]}`}
    >
      <Head item={item} look={look} />
      <span
        dir="auto"
        className={
          look === 'line'
            ? 'truncate'
            : look === 'card'
              ? 'line-clamp-3 wrap-anywhere'
              : 'min-w-32 grow basis-0 truncate'
        }
      >
        {item.excerpt}
      </span>
      {look === 'row' && (
        <span
          className={`inline-flex items-center gap-1.5 text-xs font-semibold ${COLOUR[tone] ?? 'text-soft'}`}
        >
          <Icon aria-hidden="true" className="size-3.5" />
          {word}
        </span>
      )}
    </a>
  )
})

function Head({ item, look }: ChipProps) {
  const { word, tone, icon: Icon } = item.look
  const time = (
    <time dateTime={item.at.toISOString()} className="shrink-0 font-semibold tabular-nums">
      {formatTime(item.at)}
    </time>
  )
  const marks = (
    <span className="flex shrink-0 gap-0.5">
      {item.networks.map(network => (
        <NetworkMark key={network} network={network} className={look === 'row' ? 'size-4.5' : 'size-3.5'} />
      ))}
    </span>
  )
  if (look === 'row')
    return (
      <span className="flex items-center gap-3 max-sm:w-full">
        <span className="w-19">{time}</span>
        {marks}
      </span>
    )
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <Icon aria-hidden="true" className={`size-3.5 shrink-0 ${COLOUR[tone] ?? 'text-soft'}`} />
      <span className="sr-only">{word}</span>
      {time}
      {marks}
    </span>
  )
}
