import type { PostingRate, PostingSlot } from '#shared/insights.ts'
import { formatHour } from '#site/lib/posting-labels.ts'

const DAYS = [
  { weekday: 1, short: 'Mon', name: 'Monday' },
  { weekday: 2, short: 'Tue', name: 'Tuesday' },
  { weekday: 3, short: 'Wed', name: 'Wednesday' },
  { weekday: 4, short: 'Thu', name: 'Thursday' },
  { weekday: 5, short: 'Fri', name: 'Friday' },
  { weekday: 6, short: 'Sat', name: 'Saturday' },
  { weekday: 0, short: 'Sun', name: 'Sunday' },
]
const BLOCK_HOURS = 3
const BLOCKS = Array.from({ length: 24 / BLOCK_HOURS }, (_, index) => index * BLOCK_HOURS)

type Cell = { posts: number; score: number }

/** A week in blocks of three hours: the number of posts, shaded by how well they did. */
export const SlotGrid = ({ slots, best }: Pick<PostingRate, 'slots' | 'best'>) => (
  <table className="w-full table-fixed border-separate border-spacing-1 text-xs tabular-nums">
    <caption className="mb-3 text-start text-sm text-soft">
      Posts by the time they went out. A stronger shade means more reactions.
    </caption>
    <thead>
      <tr>
        <th scope="col" className="w-10">
          <span className="sr-only">Day</span>
        </th>
        {BLOCKS.map(hour => (
          <th key={hour} scope="col" className="pb-1 font-normal text-soft">
            <span className="sr-only">
              {formatHour(hour)} to {formatHour((hour + BLOCK_HOURS) % 24)}
            </span>
            <span aria-hidden="true">{formatHour(hour).replace(' ', '').toLowerCase().replace('m', '')}</span>
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {DAYS.map(({ weekday, short, name }) => (
        <tr key={weekday}>
          <th scope="row" className="text-start font-normal text-soft">
            <abbr title={name} className="no-underline">
              {short}
            </abbr>
          </th>
          {BLOCKS.map(hour => (
            <GridCell
              key={hour}
              cell={cellOf(slots, weekday, hour)}
              best={best?.weekday === weekday && best.hour >= hour && best.hour < hour + BLOCK_HOURS}
            />
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)

function cellOf(slots: readonly PostingSlot[], weekday: number, from: number): Cell {
  const inside = slots.filter(
    slot => slot.weekday === weekday && slot.hour >= from && slot.hour < from + BLOCK_HOURS,
  )
  const posts = inside.reduce((sum, slot) => sum + slot.posts, 0)
  const score = inside.reduce((sum, slot) => sum + slot.score * slot.posts, 0)
  return { posts, score: posts > 0 ? score / posts : 0 }
}

const SHADES = [
  { from: 1.25, look: 'bg-neutral text-neutral-content' },
  { from: 0.95, look: 'bg-base-content/30' },
  { from: 0, look: 'bg-base-content/12' },
]

function GridCell({ cell: { posts, score }, best }: { cell: Cell; best: boolean }) {
  const look = best
    ? 'bg-primary text-primary-content font-semibold'
    : posts === 0
      ? 'bg-base-200'
      : (SHADES.find(({ from }) => score >= from)?.look ?? '')
  return (
    <td className={`h-8 rounded-selector text-center ${look}`}>
      {posts > 0 && posts}
      {best && <span className="sr-only"> (best)</span>}
    </td>
  )
}
