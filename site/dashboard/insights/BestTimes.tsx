import { useState } from 'react'

import {
  MIN_POSTS_IN_BEST_BLOCK,
  MIN_POSTS_FOR_BEST_TIME,
  BLOCK_HOURS,
  blockOf,
  BLOCKS,
  MIN_BEST_SCORE,
  type PostingRate,
  RATE_WEEKS,
} from '#shared/insights.ts'
import { CreatePostLink } from '#site/dashboard/shared/CreatePostLink.tsx'
import { Loaded } from '#site/dashboard/shared/Loaded.tsx'
import { $postingRate } from '#site/dashboard/shared/posting-rate.ts'
import { $businessZone } from '#site/dashboard/shared/zone.ts'
import { describeTimeZone, formatHour, WEEKDAYS } from '#site/lib/format.ts'
import { formatRate, formatSlot, RULE_OF_THUMB, SURE_POSTS } from '#site/lib/posting-labels.ts'
import { moveAmong } from '#site/ui/arrow-keys.ts'
import { Skeleton } from '#site/ui/states.tsx'

export const BestTimes = () => (
  <Loaded store={$postingRate} loading={<LoadingRate />}>
    {rate => <PostingAdvice rate={rate} />}
  </Loaded>
)

const LoadingRate = () => (
  <div role="status" aria-label="Loading your posting rate">
    <Skeleton className="h-64 w-full" />
  </div>
)

function PostingAdvice({ rate }: { rate: PostingRate }) {
  const { best, basedOn, slots } = rate
  return (
    <section aria-labelledby="best-times" className="grid gap-8 xl:grid-cols-[18rem_minmax(0,1fr)]">
      <div className="grid content-start gap-5">
        <div>
          <h2 id="best-times" className="text-xl">
            When to post
          </h2>
          <p className="mt-1 text-sm text-soft">
            Advice from the last 90 days, whichever days you chose above.
          </p>
        </div>
        <dl className="grid gap-4">
          <div>
            <dt className="text-sm text-soft">You post, over {RATE_WEEKS} weeks</dt>
            <dd className="font-display text-2xl font-semibold tracking-tight">
              {formatRate(rate) ?? 'Not yet'}
            </dd>
          </div>
          <div className="border-t border-base-300 pt-4">
            <dt className="text-sm text-soft">People react most</dt>
            <dd className="font-display text-lg font-semibold">
              {best ? formatSlot(best) : 'No time stands out yet'}
            </dd>
            <dd className="mt-1 text-sm text-soft">{describeBasis(rate)}</dd>
          </div>
        </dl>
        <CreatePostLink primary className="justify-self-start" />
      </div>
      <div className="grid content-center rounded-box border border-base-300 bg-raised p-3 sm:p-5">
        {slots.length > 0 ? (
          <SlotGrid slots={slots} best={best} />
        ) : (
          <p className="py-10 text-center text-sm text-soft">
            {basedOn === 0
              ? 'Once people have reacted to posts that are a day old, you’ll see the times here.'
              : 'There is nothing to compare yet.'}
          </p>
        )}
      </div>
    </section>
  )
}

/** Returns what the advice is based on, or why there is none. */
export function describeBasis({ best, basedOn }: PostingRate): string {
  if (best) {
    const from = best.hour - (best.hour % BLOCK_HOURS)
    const sure = best.posts >= SURE_POSTS ? 'A clear pattern' : 'An early sign'
    return `${sure}: ${best.posts} posts between ${formatHour(from)} and ${formatHour((from + BLOCK_HOURS) % 24)} got ${best.score.toFixed(1)} times your average, out of ${basedOn}, ${describeTimeZone(new Date(), $businessZone.get())}.`
  }
  const why =
    basedOn < MIN_POSTS_FOR_BEST_TIME
      ? `We need ${MIN_POSTS_FOR_BEST_TIME} posts that are at least a day old, with reactions. ${basedOn || 'None'} so far.`
      : `Of ${basedOn} posts, no time has ${MIN_POSTS_IN_BEST_BLOCK} that did clearly better than your average.`
  return `${why} ${GENERAL_ADVICE}`
}

const GENERAL_ADVICE = `Until then, try ${formatSlot(RULE_OF_THUMB.best)}. That’s general advice, not your figures.`

const DAYS = WEEKDAYS.map((name, index) => ({
  weekday: (index + 1) % WEEKDAYS.length,
  short: name.slice(0, 3),
  name,
}))

/** `isEarly`: in the left half of the table. */
type Cell = { id: string; posts: number; score: number; isBest: boolean; isEarly: boolean }

/** A week in blocks of three hours, with reactions compared with the average. Arrow keys move among the cells with posts. */
export function SlotGrid({ slots, best }: Pick<PostingRate, 'slots' | 'best'>) {
  const rows = DAYS.map(day => ({
    ...day,
    cells: BLOCKS.map((from): Cell => {
      const { inside, posts, score } = blockOf(slots, day.weekday, from)
      return {
        id: `slot-${day.weekday}-${from}`,
        posts,
        score,
        isBest: inside.some(({ hour }) => best?.weekday === day.weekday && best.hour === hour),
        isEarly: from < 12,
      }
    }),
  }))
  const filled = rows.flatMap(({ cells }) => cells.flatMap(({ id, posts }) => (posts > 0 ? id : [])))
  const [chosen, setChosen] = useState<string>()
  const current = chosen !== undefined && filled.includes(chosen) ? chosen : filled[0]
  return (
    <table
      role="grid"
      onKeyDown={moveAmong('td[id]')}
      className="w-full table-fixed border-separate border-spacing-1 text-xs max-sm:border-spacing-0.5 tabular-nums"
    >
      <caption className="mb-3 text-start text-sm text-soft">
        Reactions by the time a post went out, against your average: 1.5× is half as many again. Dashed: fewer
        than {MIN_POSTS_IN_BEST_BLOCK} posts, too few to tell.
      </caption>
      <thead>
        <tr>
          <th scope="col" className="w-9">
            <span className="sr-only">Day</span>
          </th>
          {BLOCKS.map((hour, at) => (
            <th key={hour} scope="col" className="pb-1 font-normal text-soft">
              <span className="sr-only">
                {formatHour(hour)} to {formatHour((hour + BLOCK_HOURS) % 24)}
              </span>
              <span
                aria-hidden="true"
                className={`whitespace-nowrap ${at % 2 === 1 ? 'max-sm:invisible' : ''}`}
              >
                {formatHour(hour)}
              </span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ weekday, short, name, cells }) => (
          <tr key={weekday}>
            <th scope="row" className="text-start font-normal text-soft">
              <abbr title={name} className="no-underline">
                {short}
              </abbr>
            </th>
            {cells.map(cell => (
              <GridCell key={cell.id} cell={cell} isTabStop={cell.id === current} onFocus={setChosen} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const SHADES = [
  { from: MIN_BEST_SCORE, look: 'bg-neutral text-neutral-content' },
  { from: 0.95, look: 'bg-base-content/30' },
  { from: 0, look: 'bg-base-content/12' },
]

/** Without a shade, because a single lucky post would look like a pattern. */
const TOO_FEW = 'border-dashed border-base-content/35 text-soft'

const times = (score: number) => `${score.toFixed(1)}×`

const shadeOf = ({ score, isBest }: Pick<Cell, 'score' | 'isBest'>) =>
  isBest
    ? 'bg-primary text-primary-content font-semibold'
    : (SHADES.find(({ from }) => score >= from)?.look ?? '')

type CellProps = { cell: Cell; isTabStop: boolean; onFocus: (id: string) => void }

/** Has a border for forced colours, which remove backgrounds. */
function GridCell({ cell: { id, posts, score, isBest, isEarly }, isTabStop, onFocus }: CellProps) {
  if (posts === 0) return <td aria-label="No posts" className="h-9 rounded-selector bg-base-200" />
  const isTooFew = posts < MIN_POSTS_IN_BEST_BLOCK
  const look = isTooFew ? TOO_FEW : `border-transparent ${shadeOf({ score, isBest })}`
  const basis = posts === 1 ? 'from one post' : `from ${posts} posts`
  const note = isBest ? ': your best time' : isTooFew ? ', too few to tell' : ''
  const text = `${times(score)} your average, ${basis}${note}`
  return (
    <td
      id={id}
      tabIndex={isTabStop ? 0 : -1}
      aria-label={text}
      onFocus={() => onFocus(id)}
      className={`group/cell relative h-9 rounded-selector border p-0 text-center ${look}`}
    >
      {score.toFixed(1)}
      <span className="max-[24rem]:hidden">×</span>
      <span
        aria-hidden="true"
        className={`pointer-events-none absolute bottom-full z-30 mb-1 hidden w-max max-w-56 rounded-field border border-neutral bg-neutral px-2 py-1
          font-normal text-neutral-content group-hover/cell:block group-focus/cell:block max-sm:max-w-36 ${isEarly ? 'start-0' : 'end-0'}`}
      >
        {text}
      </span>
    </td>
  )
}
