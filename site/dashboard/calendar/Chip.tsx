import { useStore } from '@nanostores/react'
import { CircleDashed, Repeat } from 'lucide-react'
import { memo } from 'react'

import { $postZone, $view, $zone } from '#site/dashboard/calendar/days.ts'
import { startDrag } from '#site/dashboard/calendar/drag.ts'
import { $isAll } from '#site/dashboard/calendar/filters.ts'
import { type Item, pathToItem } from '#site/dashboard/calendar/items.ts'
import { moveByKey, placeAt, SHORTCUTS, useFocusAfterMove } from '#site/dashboard/calendar/move.ts'
import { $businesses, BusinessMark } from '#site/dashboard/shared/domains/BusinessMark.tsx'
import { groupByBadge } from '#site/dashboard/shared/post-dialogs/badge-groups.ts'
import { missedLine, ONCE_APPROVED } from '#site/dashboard/shared/post-dialogs/messages.ts'
import { TONE_TEXTS } from '#site/dashboard/shared/post-dialogs/states.ts'
import { $openPostId } from '#site/dashboard/shared/post-dialogs/url.ts'
import { describeTimeZone, formatTime } from '#site/lib/format.ts'
import type { Tone } from '#site/ui/Badge.tsx'
import { Picture } from '#site/ui/media/Picture.tsx'
import { NetworkMarks } from '#site/ui/NetworkMarks.tsx'

export const HINT_ID = 'calendar-hint'
export const KEYS_ID = 'calendar-keys'

/** From a width of 4.6rem the chip has a picture, from 7.16rem beside the time, and from 12.5rem it is a list's row. */
const LAYOUT = `grid grid-cols-[minmax(0,1fr)] gap-x-1.5 px-1 py-0.5 text-xs leading-4 [grid-template-areas:'when'_'marks'_'text']
  @min-[12.5rem]:min-h-13 @min-[12.5rem]:grid-cols-[2.5rem_minmax(0,1fr)_auto] @min-[12.5rem]:gap-x-3 @min-[12.5rem]:p-1.5 @min-[12.5rem]:pe-3 @min-[12.5rem]:text-sm
  @min-[12.5rem]:[grid-template-areas:'picture_when_marks'_'picture_text_text']
  @min-[36rem]:grid-cols-[2.5rem_6.5rem_minmax(0,1fr)_auto_9rem] @min-[36rem]:items-center @min-[36rem]:[grid-template-areas:'picture_when_text_marks_state']`
const WITH_PICTURE = `@min-[4.6rem]:@max-[12.5rem]:grid-cols-[auto_minmax(0,1fr)] @min-[4.6rem]:@max-[7.16rem]:[grid-template-areas:'when_when'_'picture_marks'_'text_text']
  @min-[7.16rem]:@max-[12.5rem]:[grid-template-areas:'picture_when'_'picture_marks'_'text_text']`

type ChipProps = {
  item: Item
  /** Arrow keys move to the chip, and Tab skips it. */
  inGrid?: boolean
  /** Shows two lines of the message in wide cells, too. */
  roomy?: boolean
}

/** A post in the calendar: opens on press, drags with the pointer, and moves by keys. */
export const Chip = memo(({ item, inGrid = false, roomy = false }: ChipProps) => {
  const { picture, networks, excerpt, domainId } = item
  const { label, tone, icon: Icon } = item.badge
  const isOpen = useStore($openPostId) === item.postId
  const gridZone = useStore($zone)
  const zone = useStore($postZone)(domainId)
  const missed = missedLine(item.entries, zone)
  const ownTime = zone === gridZone ? undefined : describeTimeZone(item.at, zone)
  return (
    <a
      {...useFocusAfterMove(item)}
      href={pathToItem(item)}
      draggable={false}
      title={[...statesOn(item), item.storyLine, missed, ownTime].filter(Boolean).join('\n') || undefined}
      aria-current={isOpen || undefined}
      tabIndex={inGrid ? -1 : undefined}
      aria-describedby={item.movable ? HINT_ID : undefined}
      aria-keyshortcuts={item.movable ? SHORTCUTS : undefined}
      onPointerDown={event =>
        (item.movable || item.draftId) &&
        startDrag(event, { label: item.excerpt, at: item.at, zone, drop: at => placeAt(item, at) })
      }
      onKeyDown={event => moveByKey(event, item, $view.get())}
      className={`@container min-w-0 overflow-hidden rounded-selector border border-s-3 border-base-300 bg-raised outline-base-content select-none hover:bg-base-200
        aria-current:ring-2 aria-current:ring-base-content focus-visible:outline-2 focus-visible:outline-offset-1 ${item.movable || item.draftId ? 'cursor-grab' : ''} ${item.draftId ? 'border-dashed' : ''} ${EDGE[tone]} ${inGrid ? 'block' : ''}`}
    >
      <span className={`${LAYOUT} ${picture ? WITH_PICTURE : ''}`}>
        <span className="flex min-w-0 flex-wrap items-center gap-x-2 [grid-area:when] @min-[36rem]:contents">
          <span className="flex min-w-0 flex-wrap items-center gap-x-1 [grid-area:when] @max-[5.2rem]:gap-x-0.5 @max-[5.2rem]:text-[0.6875rem] @min-[12.5rem]:gap-x-1.5">
            <Icon className={`size-3.5 shrink-0 @max-[5.2rem]:size-3 ${TONE_TEXTS[tone]}`} />
            <Moment item={item} zone={zone} isMissed={missed !== undefined} />
            {ownTime && <span className="sr-only">{ownTime}</span>}
          </span>
          <span
            className={`sr-only self-center text-xs font-semibold whitespace-nowrap [grid-area:state] @min-[12.5rem]:not-sr-only ${TONE_TEXTS[tone]}`}
          >
            {label}
          </span>
        </span>
        {picture && (
          <Picture
            picture={picture}
            className="size-8 self-center [grid-area:picture] @max-[4.6rem]:hidden @min-[12.5rem]:size-10 @min-[12.5rem]:self-start"
          />
        )}
        <span className="flex min-h-4 min-w-0 items-center gap-1 [grid-area:marks]">
          <NetworkMarks collapses networks={networks} />
          <Owner id={domainId} />
        </span>
        <span className="min-w-0 [grid-area:text] @min-[12.5rem]:leading-5">
          {item.repeats && <span className="sr-only">Repeats</span>}
          {item.storyLine && <span className="sr-only">{item.storyLine}</span>}
          <span
            dir="auto"
            className={`line-clamp-2 wrap-anywhere @max-[5.2rem]:text-[0.6875rem] @max-[5.2rem]:hyphens-auto ${roomy ? '' : '@min-[7.16rem]:@max-[12.5rem]:line-clamp-1'}`}
          >
            {item.repeats && <Repeat className="me-1 inline size-3 align-[-0.1em] text-soft" />}
            {item.storyLine && <CircleDashed className="me-1 inline size-3 align-[-0.1em] text-soft" />}
            {excerpt}
          </span>
          {missed && <span className="sr-only text-xs @min-[12.5rem]:not-sr-only">{missed}</span>}
        </span>
      </span>
    </a>
  )
})

/** Says each network's state, as the list of posts does, if they differ. */
function statesOn({ entries }: Item): string[] {
  const groups = groupByBadge(entries)
  return groups.length > 1 ? groups.map(({ names, label }) => `${names}: ${label}`) : []
}

/** The post's business, if the calendar shows several. */
function Owner({ id }: { id: string }) {
  const isAll = useStore($isAll)
  const business = useStore($businesses).get(id)
  return isAll && business ? <BusinessMark business={business} className="ms-auto" /> : null
}

function Moment({ item, zone, isMissed }: { item: Item; zone: string; isMissed: boolean }) {
  if (item.whenApproved) return <span className="truncate font-semibold">{ONCE_APPROVED}</span>
  return (
    <time
      translate="no"
      dateTime={item.at.toISOString()}
      className={`truncate font-semibold whitespace-nowrap tabular-nums @max-[4.6rem]:overflow-visible @max-[4.6rem]:leading-tight @max-[4.6rem]:whitespace-normal ${isMissed ? 'line-through' : ''}`}
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
