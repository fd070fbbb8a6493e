import { useStore } from '@nanostores/react'
import { memo, type ReactNode, useEffect, useRef } from 'react'

import { $view, $zone } from '#site/dashboard/calendar/days.ts'
import { startDrag } from '#site/dashboard/calendar/drag.ts'
import { $isAll } from '#site/dashboard/calendar/filters.ts'
import type { Item } from '#site/dashboard/calendar/items.ts'
import { moveByKey, SHORTCUTS, $held, moveTo } from '#site/dashboard/calendar/move.ts'
import { $businesses, BusinessMark } from '#site/dashboard/shared/domains/BusinessMark.tsx'
import { ONCE_APPROVED } from '#site/dashboard/shared/post-dialogs/messages.ts'
import { pathToPost } from '#site/dashboard/shared/post-dialogs/url.ts'
import { formatTime } from '#site/lib/format.ts'
import type { Tone } from '#site/ui/Badge.tsx'
import { Picture } from '#site/ui/media/Picture.tsx'
import { NetworkMarks } from '#site/ui/NetworkMarks.tsx'

/** Id of the hint that explains keys. */
export const HINT_ID = 'calendar-hint'
export const KEYS_ID = 'calendar-keys'

const ROW =
  'grid min-h-11 grid-cols-[2.5rem_minmax(0,1fr)] items-center gap-x-3 ps-3 py-2 text-sm sm:grid-cols-[2.5rem_5rem_minmax(0,1fr)_auto_auto]'

/**
 * In a cell, arrow keys move to a chip, and Tab skips it. The chip's own width decides its layout: from 7.16rem on, a picture
 * fits beside 12:00 pm, the widest time. Below 4.6rem, such as beside an open panel on a laptop, there is no room for a picture.
 */
const VARIANTS = {
  cell: '@container grid grid-cols-[auto_minmax(0,1fr)] gap-x-1.5 overflow-hidden px-1 py-0.5 text-xs leading-4',
  row: `${ROW} pe-3`,
  /** Leaves room at the end: on a phone beside the time alone. */
  rowWithButton: `${ROW} pe-3 sm:pe-12`,
}

type ChipProps = {
  item: Item
  variant: keyof typeof VARIANTS
  /** Shows two lines of the message in wide cells, too. */
  roomy?: boolean
}

/** A post in the calendar: opens on press, drags with the pointer, and moves by keys. */
export const Chip = memo(({ item, variant, roomy = false }: ChipProps) => {
  const link = useRef<HTMLAnchorElement>(null)

  /** Restores the focus after a move, which renders the chip elsewhere. */
  useEffect(() => {
    if ($held.get() === item.id && !link.current?.closest('dialog')) link.current?.focus()
  }, [item])

  return (
    <a
      ref={link}
      href={pathToPost(item.postId)}
      draggable={false}
      tabIndex={variant === 'cell' ? -1 : undefined}
      aria-describedby={item.movable ? HINT_ID : undefined}
      aria-keyshortcuts={item.movable ? SHORTCUTS : undefined}
      onPointerDown={event =>
        item.movable && startDrag(event, { label: item.excerpt, at: item.at, drop: at => moveTo(item, at) })
      }
      onKeyDown={event => moveByKey(event, item, $view.get())}
      onBlur={() => {
        if ($held.get() === item.id && document.hasFocus()) $held.set(undefined)
      }}
      className={`min-w-0 rounded-selector border border-s-3 border-base-300 bg-raised outline-base-content select-none hover:bg-base-200
        focus-visible:outline-2 focus-visible:outline-offset-1 ${item.movable ? 'cursor-grab' : ''} ${EDGE[item.badge.tone]} ${VARIANTS[variant]}`}
    >
      {variant === 'cell' ? (
        <Cell item={item} roomy={roomy} />
      ) : (
        <Row item={item} hasButton={variant === 'rowWithButton'} />
      )}
    </a>
  )
})

function Cell({ item, roomy }: { item: Item; roomy: boolean }) {
  const { picture, networks, excerpt, domainId } = item
  return (
    <>
      <span
        className={`col-span-2 flex min-w-0 flex-wrap items-center gap-x-1 ${picture ? '@min-[7.16rem]:col-span-1 @min-[7.16rem]:col-start-2' : ''}`}
      >
        <StateIcon item={item} />
        <Moment item={item} className="truncate @max-[4.6rem]:text-[0.6875rem]" />
      </span>
      {picture && (
        <Picture
          picture={picture}
          className="size-8 self-center @max-[4.6rem]:hidden @min-[7.16rem]:col-start-1 @min-[7.16rem]:row-span-2 @min-[7.16rem]:row-start-1"
        />
      )}
      <span
        className={`flex min-h-4 min-w-0 items-center gap-1 ${picture ? '@max-[4.6rem]:col-span-2' : 'col-span-2'}`}
      >
        <NetworkMarks fitting networks={networks} />
        <Owner id={domainId} />
      </span>
      <span
        dir="auto"
        className={`col-span-2 line-clamp-2 wrap-anywhere ${roomy ? '' : '@min-[7.16rem]:block @min-[7.16rem]:truncate'}`}
      >
        {excerpt}
      </span>
    </>
  )
}

function Row({ item, hasButton }: { item: Item; hasButton: boolean }) {
  const { picture, networks, excerpt, badge, domainId } = item
  const { label, tone, icon: Icon } = badge
  return (
    <>
      {picture ? (
        <Picture picture={picture} className="size-10 max-sm:row-span-3 max-sm:self-start" />
      ) : (
        <span className="max-sm:row-span-3" />
      )}
      <span className={`flex min-w-0 items-center gap-3 sm:contents ${hasButton ? 'pe-9' : ''}`}>
        <Moment item={item} />
        <span className="flex min-w-0 items-center gap-1.5 sm:order-1">
          <Owner id={domainId} />
          <NetworkMarks networks={networks} />
        </span>
      </span>
      <span dir="auto" className="line-clamp-2 min-w-0 wrap-anywhere">
        {excerpt}
      </span>
      <span
        className={`inline-flex min-w-0 items-center gap-1.5 text-xs font-semibold sm:order-2 sm:w-36 ${COLOUR[tone]}`}
      >
        <Icon className="size-3.5 shrink-0" />
        {label}
      </span>
    </>
  )
}

/** The post's business, among several. */
function Owner({ id }: { id: string }) {
  const isAll = useStore($isAll)
  const business = useStore($businesses).get(id)
  return isAll && business ? <BusinessMark business={business} className="ms-auto" /> : null
}

const StateIcon = ({ item }: { item: Item }): ReactNode => {
  const { label, tone, icon: Icon } = item.badge
  return (
    <>
      <Icon className={`size-3.5 shrink-0 ${COLOUR[tone]}`} />
      <span className="sr-only">{label}</span>
    </>
  )
}

function Moment({ item, className = '' }: { item: Item; className?: string }) {
  const zone = useStore($zone)
  if (item.whenApproved) return <span className={`font-semibold ${className}`}>{ONCE_APPROVED}</span>
  return (
    <time
      translate="no"
      dateTime={item.at.toISOString()}
      className={`font-semibold whitespace-nowrap tabular-nums ${className}`}
    >
      {formatTime(item.at, zone)}
    </time>
  )
}

const EDGE: Record<Tone, string> = {
  neutral: 'border-s-edge',
  iris: 'border-s-edge',
  info: 'border-s-info',
  warning: 'border-s-amber',
  good: 'border-s-success',
  bad: 'border-s-error',
}

export const COLOUR: Record<Tone, string> = {
  neutral: 'text-soft',
  iris: 'text-soft',
  info: 'text-info',
  warning: 'text-amber',
  good: 'text-success',
  bad: 'text-error',
}
