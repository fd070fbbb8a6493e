import { useStore } from '@nanostores/react'
import { CalendarPlus } from 'lucide-react'

import { networkNames } from '#shared/format-list.ts'
import { type DeliveryState, listedText, type Post, REVIEW_STATES } from '#shared/posts/posts.ts'
import { STATE_LABELS } from '#shared/posts/state-labels.ts'
import { lazyPart } from '#site/dashboard/shared/lazy-part.ts'
import { Allowed } from '#site/dashboard/shared/permissions.tsx'
import { dueAt, excerptOf, LIST_EXCERPT, $now } from '#site/dashboard/shared/post-dialogs/messages.ts'
import { $zoneOf, formatDueIn } from '#site/dashboard/shared/zone.ts'
import { formatRelative } from '#site/lib/format.ts'
import { ButtonLink } from '#site/ui/Button.tsx'
import { Picture, thumbnailOf } from '#site/ui/media/Picture.tsx'
import { NetworkMark } from '#site/ui/NetworkMark.tsx'
import { Section, SectionLink } from '#site/ui/Section.tsx'

/** Loads lazily, because few people have a draft. */
const Draft = lazyPart(async () => (await import('./LastDraft.tsx')).LastDraft)

/** The user's last draft, for those who write. */
export const LastDraft = () => (
  <Allowed to="write">
    <Draft />
  </Allowed>
)

const unapprovedStates: readonly DeliveryState[] = REVIEW_STATES

/** The next five posts, soonest first. */
export const NextPosts = ({ posts }: { posts: readonly Post[] }) => (
  <Section
    title="Next up"
    beside={
      posts.length > 0 && (
        <SectionLink href="/dashboard/view-post?tab=scheduled">All planned posts</SectionLink>
      )
    }
  >
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
    <LastDraft />
  </Section>
)

/** @param client its name, in lists of several clients' posts */
export function NextPost({ post, client }: { post: Post; client?: string | undefined }) {
  const zone = useStore($zoneOf)(post.domainId)
  const held = post.deliveries.filter(({ state }) => state === 'held')
  const unapproved = post.deliveries.map(({ state }) => state).find(state => unapprovedStates.includes(state))
  return (
    <li>
      <a href={`/dashboard?post=${post._id}`} className="flex items-center gap-3 p-3 hover:bg-base-200/60">
        <Picture picture={thumbnailOf(post.media[0])} className="size-12" />
        <span className="min-w-0 grow">
          <span className="line-clamp-2 text-sm wrap-anywhere sm:line-clamp-1" dir="auto">
            {excerptOf(listedText(post.deliveries), LIST_EXCERPT)}
          </span>
          <span className="flex gap-1 text-xs text-soft tabular-nums">
            <span className="grow">
              <Due at={dueAt(post)} zone={zone} />
              {unapproved && (
                <span className="block font-semibold text-amber">{STATE_LABELS[unapproved]}</span>
              )}
              {held.length > 0 && (
                <span className="block font-semibold text-amber">
                  On hold for {networkNames(held.map(({ network }) => network))}
                </span>
              )}
              {client && ` · ${client}`}
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

/** The time at which a post goes out. */
export const Due = ({ at, zone }: { at: string; zone: string }) => (
  <>
    <time dateTime={at} className="font-semibold text-base-content">
      {formatDueIn(zone, at)}
    </time>{' '}
    <span className="max-sm:hidden">· {formatRelative(at, useStore($now), zone)}</span>
  </>
)
