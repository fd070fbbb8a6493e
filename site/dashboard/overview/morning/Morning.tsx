import { useStore } from '@nanostores/react'
import { CalendarPlus } from 'lucide-react'

import type { WeekDay } from '#shared/overview.ts'
import { plural } from '#shared/plural.ts'
import { type DeliveryState, type Post, REVIEW_STATES } from '#shared/posts/posts.ts'
import { STATE_LABELS } from '#shared/posts/state-labels.ts'
import { $overview } from '#site/dashboard/overview/store.ts'
import { $businesses } from '#site/dashboard/shared/domains/BusinessMark.tsx'
import { Allowed } from '#site/dashboard/shared/permissions.tsx'
import { dueAt, excerptOf, LIST_EXCERPT, $now } from '#site/dashboard/shared/post-dialogs/messages.ts'
import { $businessZone, zoneSuffix, $zoneOf, formatDueIn } from '#site/dashboard/shared/zone.ts'
import { formatRelative, WEEKDAYS } from '#site/lib/format.ts'
import { clockIn } from '#site/lib/wall-clock.ts'
import { ButtonLink } from '#site/ui/Button.tsx'
import { NetworkMark } from '#site/ui/NetworkMark.tsx'
import { lazyComponent } from '#site/ui/rendering/lazy.tsx'
import { Skeleton } from '#site/ui/states.tsx'
import { needsOf } from './needs.ts'
import { NeedsYou, PostPicture } from './NeedsYou.tsx'

/** Loads lazily, because few people have a draft. */
const LastDraft = lazyComponent(
  async () => (await import('./LastDraft.tsx')).LastDraft,
  undefined,
  () => undefined,
)

/** Loads lazily, because it is below the first screen. */
const Results = lazyComponent(
  async () => (await import('./Results.tsx')).Results,
  () => <Skeleton className="h-90 w-full sm:max-lg:h-44" />,
)

/** Tasks for the user, the next posts and the results so far. Hidden from new users, whom the first steps guide. */
export function Morning() {
  const overview = useStore($overview)
  const now = useStore($now)
  const zone = useStore($businessZone)
  if (overview.state === 'loading') return <MorningSkeleton />
  // Renders nothing after a failure, because the figures below show it with a retry.
  if (overview.state === 'failed') return null
  const { moreAttention, moreReviews, next, week, best, yesterday, hasPosts } = overview.data
  const needs = needsOf(overview.data)
  if (!hasPosts && needs.length === 0) return null
  return (
    <div className="mb-10 grid grid-cols-1 gap-8">
      <NeedsYou needs={needs} moreAttention={moreAttention} moreReviews={moreReviews} />
      <div className="grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <NextPosts posts={next} />
        <div className="grid grid-cols-1 content-start gap-8">
          <WeekStrip week={week} now={now} zone={zone} />
          <Results best={best} yesterday={yesterday} zone={zone} />
        </div>
      </div>
    </div>
  )
}

const MorningSkeleton = () => (
  <div role="status" aria-label="Loading your day" className="mb-10 grid grid-cols-1 gap-8">
    <Skeleton className="h-6 w-64" />
    <div className="grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="grid content-start gap-3">
        <Skeleton className="h-7 w-28" />
        <Skeleton className="h-90 w-full" />
      </div>
      <div className="grid content-start gap-3">
        <Skeleton className="h-7 w-28" />
        <Skeleton className="h-24 w-full" />
        <Skeleton className="mt-5 h-7 w-28" />
        <Skeleton className="h-24 w-full" />
      </div>
    </div>
  </div>
)

const MAX_DOTS = 4

/** This week by day: posts as filled dots, free weekly times as rings. */
function WeekStrip({ week, now, zone }: { week: readonly WeekDay[]; now: Date; zone: string }) {
  const today = clockIn(zone, now).day
  const suffix = zoneSuffix(now, zone)
  return (
    <section aria-labelledby="this-week">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="this-week" className="text-xl">
          This week
        </h2>
        <a href="/dashboard/calendar?view=week" className="prose-link text-sm">
          Calendar
        </a>
      </div>
      <ol className="grid grid-cols-7 overflow-hidden rounded-box border border-base-300 bg-raised">
        {week.map((day, index) => (
          <li key={day.day} className="border-s border-base-300 first:border-s-0">
            <a
              href={`/dashboard/calendar?view=week&on=${day.day}`}
              aria-current={day.day === today ? 'date' : undefined}
              className={`relative grid min-h-20 content-start justify-items-center gap-1.5 px-0.5 py-2.5 text-xs -outline-offset-2 hover:bg-base-200/60
              ${day.day < today ? 'text-soft' : ''}`}
            >
              <span>{WEEKDAYS[index]?.slice(0, 3)}</span>{' '}
              <span
                translate="no"
                className={`grid size-6 place-items-center rounded-full tabular-nums ${day.day === today ? 'bg-neutral font-semibold text-neutral-content' : ''}`}
              >
                {Number(day.day.slice(-2))}
              </span>
              <Dots {...day} />
              <span className="sr-only">{`${monthOf(day)}: ${describeDay(day)}`}</span>
            </a>
          </li>
        ))}
      </ol>
      <p className="mt-2 text-sm text-soft">
        {describeWeek(week)}
        {suffix && ` Days are in${suffix}.`}
      </p>
    </section>
  )
}

/** Decorative: the link's hidden text says the same. Shapes differ, so that colour isn't needed. */
function Dots({ attention, published, scheduled, free }: WeekDay) {
  const dots = [
    ...repeat(attention, 'rounded-none rotate-45 bg-error'),
    ...repeat(published, 'rounded-full bg-success'),
    ...repeat(scheduled, 'rounded-full bg-base-content'),
    ...repeat(free, 'rounded-full border border-edge'),
  ]
  const more = dots.length - MAX_DOTS
  return (
    <span aria-hidden="true" className="flex flex-wrap justify-center gap-1">
      {dots.slice(0, MAX_DOTS).map((look, index) => (
        <span key={index} className={`size-2 forced-color-adjust-none ${look}`} />
      ))}
      {more > 0 && <span className="text-[0.6875rem] leading-none text-soft">+{more}</span>}
    </span>
  )
}

const repeat = (count: number, look: string) => Array.from({ length: count }, () => look)

const month = new Intl.DateTimeFormat('en-AU', { timeZone: 'UTC', month: 'long' })

/** 'November' */
const monthOf = ({ day }: WeekDay) => month.format(new Date(`${day}T00:00:00Z`))

const postsOn = ({ published, scheduled, attention }: WeekDay) => published + scheduled + attention

/** '1 published, 2 scheduled, 1 slot free', for the title of a day. */
export function describeDay({ published, scheduled, attention, free }: WeekDay): string {
  const parts = [
    published > 0 && `${published} published`,
    scheduled > 0 && `${scheduled} scheduled`,
    attention > 0 && (attention === 1 ? '1 needs you' : `${attention} need you`),
    free > 0 && `${plural(free, 'slot')} free`,
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(', ') : 'nothing planned'
}

/** '4 of 5 slots are filled.', or the number of posts for users without weekly times. */
export function describeWeek(week: readonly WeekDay[]): string {
  const posts = week.reduce((sum, day) => sum + postsOn(day), 0)
  const slots = week.reduce((sum, { slots }) => sum + (slots ?? 0), 0)
  if (slots > 0) {
    const filled = week.reduce((sum, day) => sum + Math.min(day.slots ?? 0, postsOn(day)), 0)
    return filled === slots ? `All ${slots} slots are filled.` : `${filled} of ${slots} slots are filled.`
  }
  return posts === 0 ? 'No posts this week.' : `${plural(posts, 'post')} this week.`
}

const unapprovedStates: readonly DeliveryState[] = REVIEW_STATES

/** The next five posts, soonest first. */
const NextPosts = ({ posts }: { posts: readonly Post[] }) => (
  <section aria-labelledby="next-posts">
    <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
      <h2 id="next-posts" className="text-xl">
        Next up
      </h2>
      {posts.length > 0 && (
        <a href="/dashboard/view-post?tab=scheduled" className="prose-link text-sm">
          All scheduled posts
        </a>
      )}
    </div>
    {posts.length === 0 ? (
      <div className="flex flex-wrap items-center justify-between gap-4 rounded-box border border-base-300 bg-raised p-5">
        <p className="text-sm text-soft">
          Nothing is scheduled. Your followers won’t hear from you this week.
        </p>
        <Allowed to="write">
          <ButtonLink small variant="primary" href="/dashboard/create-post" icon={<CalendarPlus />}>
            Plan a post
          </ButtonLink>
        </Allowed>
      </div>
    ) : (
      <ol className="divide-y divide-base-300 rounded-box border border-base-300 bg-raised">
        {posts.map(post => (
          <NextPost key={post._id} post={post} />
        ))}
      </ol>
    )}
    <Allowed to="write">
      <LastDraft />
    </Allowed>
  </section>
)

function NextPost({ post }: { post: Post }) {
  const businesses = useStore($businesses)
  const now = useStore($now)
  const business = businesses.size > 1 && businesses.get(post.domainId)?.name
  const at = dueAt(post)
  const zone = useStore($zoneOf)(post.domainId)
  const unapproved = post.deliveries.map(({ state }) => state).find(state => unapprovedStates.includes(state))
  return (
    <li>
      <a href={`/dashboard?post=${post._id}`} className="flex items-center gap-3 p-3 hover:bg-base-200/60">
        <PostPicture item={post.media[0]} />
        <span className="min-w-0 grow">
          <span className="line-clamp-2 text-sm wrap-anywhere sm:line-clamp-1" dir="auto">
            {excerptOf(post.deliveries[0]?.message ?? '', LIST_EXCERPT)}
          </span>
          <span className="flex gap-1 text-xs text-soft tabular-nums">
            <span className="grow">
              <time dateTime={at} className="font-semibold text-base-content">
                {formatDueIn(zone, at)}
              </time>{' '}
              <span className="max-sm:hidden">· {formatRelative(at, now, zone)}</span>
              {unapproved && (
                <span className="block font-semibold text-amber">{STATE_LABELS[unapproved]}</span>
              )}
              {business && ` · ${business}`}
            </span>
            {post.deliveries.map(({ _id, network }) => (
              <NetworkMark key={_id} network={network} className="size-4.5" />
            ))}
          </span>
        </span>
      </a>
    </li>
  )
}
