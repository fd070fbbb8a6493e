import {
  Camera,
  CalendarDays,
  HandHelping,
  Lamp,
  type LucideIcon,
  MessageCircleQuestion,
  MessageSquareQuote,
} from 'lucide-react'

import { POST_KINDS, type PostKind } from '#shared/trades/week.ts'

const ICONS: Record<PostKind, LucideIcon> = {
  tip: Lamp,
  behind: Camera,
  question: MessageCircleQuestion,
  offer: HandHelping,
  review: MessageSquareQuote,
  event: CalendarDays,
}

/** `day` is as in 'Mon', or in 'Mon 7 Dec'. */
export type BoardDay = { day: string; posts: { kind: PostKind; time: string; text: string }[] }

/** A week of posts: seven columns where there is room, otherwise a list without the days that have none. */
export const WeekBoard = ({ days }: { days: BoardDay[] }) => (
  <ol className="grid gap-3 xl:grid-cols-7">
    {days.map(({ day, posts }) => (
      <li
        key={day}
        className={`grid content-start gap-2 sm:grid-cols-[6.5rem_1fr] xl:grid-cols-1 xl:grid-rows-[auto_1fr] ${posts.length === 0 ? 'max-xl:hidden' : ''}`}
      >
        <p className="font-display text-lg font-semibold max-sm:mt-2 sm:max-xl:pt-3 xl:border-t-4 xl:border-base-content xl:pt-2">
          {day}
        </p>
        {posts.length === 0 && (
          <span aria-hidden="true" className="rounded-box border border-dashed border-edge/60" />
        )}
        {posts.map(({ kind, time, text }) => {
          const Icon = ICONS[kind]
          return (
            <article
              key={text}
              className="rounded-box border border-base-300 bg-raised p-4 sm:max-xl:col-start-2 xl:p-3.5"
            >
              <p className="flex items-center justify-between gap-x-3 gap-y-0.5 text-xs xl:flex-col xl:items-start">
                <span className="flex items-center gap-1.5 font-semibold">
                  <Icon className="size-4 shrink-0" aria-hidden="true" />
                  {POST_KINDS[kind]}
                </span>
                <span className="text-soft tabular-nums">{time}</span>
              </p>
              <p dir="auto" className="mt-2 text-sm wrap-anywhere">
                {text}
              </p>
            </article>
          )
        })}
      </li>
    ))}
  </ol>
)
