import {
  Camera,
  CalendarDays,
  HandHelping,
  Lamp,
  type LucideIcon,
  MessageCircleQuestion,
  MessageSquareQuote,
} from 'lucide-react'

import type { Trade } from '#shared/trades/trades.ts'
import { POST_KINDS, type PostKind, type Season } from '#shared/trades/week.ts'

const ICONS: Record<PostKind, LucideIcon> = {
  tip: Lamp,
  behind: Camera,
  question: MessageCircleQuestion,
  offer: HandHelping,
  review: MessageSquareQuote,
  event: CalendarDays,
}

/** Half the size of the drawings. */
const PICTURE = { width: 320, height: 240 } as const

/** `day` is such as 'Mon' or 'Mon 7 Dec'. */
type BoardDay = { day: string; posts: { kind: PostKind; time: string; text: string }[] }

type Board = {
  businessName: string
  /** Trade and season of the drawn pictures (`site/assets/weeks`). */
  trade: Trade
  season: Season
  days: BoardDay[]
}

/** A week of posts as customers would see them, without the days that have none. */
export function WeekBoard({ businessName, trade, season, days }: Board) {
  const shown = days.filter(({ posts }) => posts.length > 0)
  return (
    <ol className="grid gap-4 sm:grid-cols-2 xl:grid-cols-5">
      {shown.map(({ day, posts }) => (
        <li key={day} className="grid grid-rows-[auto_1fr] gap-2 border-t-4 border-base-content pt-2">
          <p className="font-display text-lg font-semibold">{day}</p>
          {posts.map(post => (
            <Post key={post.text} {...post} {...{ businessName, trade, season }} />
          ))}
        </li>
      ))}
    </ol>
  )
}

/** Returns the first character, which may be two UTF-16 units. */
const initialOf = ([initial = '']: string) => initial.toUpperCase()

type Shown = BoardDay['posts'][number] & Pick<Board, 'businessName' | 'trade' | 'season'>

function Post({ kind, time, text, businessName, trade, season }: Shown) {
  const Icon = ICONS[kind]
  return (
    <article className="flex flex-col overflow-hidden rounded-box border border-base-300 bg-raised">
      <div className="flex-1 p-4">
        <div className="flex items-center gap-3">
          <span
            aria-hidden="true"
            className="grid size-8 shrink-0 place-items-center rounded-full bg-secondary font-display font-semibold text-secondary-content"
          >
            {initialOf(businessName)}
          </span>
          <p className="min-w-0 text-xs wrap-anywhere">
            <span dir="auto" className="block text-sm font-semibold">
              {businessName}
            </span>
            <span className="text-soft tabular-nums">{time}</span>
          </p>
        </div>
        <p dir="auto" className="mt-3 text-sm wrap-anywhere">
          {text}
        </p>
        <p className="mt-2 flex items-center gap-1.5 text-xs text-soft">
          <Icon className="size-4 shrink-0" aria-hidden="true" />
          {POST_KINDS[kind]}
        </p>
      </div>
      <div className="relative">
        <img
          src={`/weeks/${trade}.svg#${kind === 'event' ? season : kind}`}
          alt=""
          {...PICTURE}
          loading="lazy"
          className="block aspect-4/3 w-full object-cover"
        />
        <p className="absolute top-0 m-2 rounded-field bg-base-100 px-2 text-xs">Your photo goes here</p>
      </div>
    </article>
  )
}
