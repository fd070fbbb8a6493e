import { useStore } from '@nanostores/react'
import { ArrowUpRight } from 'lucide-react'

import { type Placement, POST_FIGURES, type PostFigure, postFigure, type TopPost } from '#shared/insights.ts'
import { networks } from '#shared/networks.ts'
import { NO_MESSAGE } from '#shared/text/graphemes.ts'
import { ReactionCounts } from '#site/dashboard/shared/ReactionCounts.tsx'
import { $businessZone, formatAsOfIn, formatDueIn } from '#site/dashboard/shared/zone.ts'
import { SelectField } from '#site/ui/fields/Field.tsx'
import { Picture, thumbnailOf } from '#site/ui/media/Picture.tsx'
import { NetworkMark } from '#site/ui/NetworkMark.tsx'
import { Section } from '#site/ui/Section.tsx'
import { DETAILS, formatFigure } from './labels.ts'
import { $chosen, chooseBest } from './store.ts'

/** Names of a post's figures: as an order, and beside one or several. */
const FIGURES: Record<PostFigure, { order: string; one: string; many: string }> = {
  reactions: { order: 'Most reactions', one: 'reaction', many: 'reactions' },
  likes: { order: 'Most likes', one: 'like', many: 'likes' },
  comments: { order: 'Most comments', one: 'comment', many: 'comments' },
  shares: { order: 'Most shares', one: 'share', many: 'shares' },
  reach: { order: 'Highest reach', one: 'person reached', many: 'people reached' },
  views: { order: 'Most views', one: 'view', many: 'views' },
  saves: { order: 'Most saves', one: 'save', many: 'saves' },
  clicks: { order: 'Most clicks', one: 'click', many: 'clicks' },
  rate: { order: 'Best engagement rate', one: 'engagement rate', many: 'engagement rate' },
}

export function TopPosts({ posts }: { posts: readonly TopPost[] }) {
  const { best } = useStore($chosen)
  // Without a picture, a large best post would be mostly empty; alone, it would fill the screen.
  const hasLarge = Boolean(posts[0]?.thumbnailUrl) && posts.length > 1
  return (
    <Section
      title="Top posts"
      beside={
        <SelectField
          hideLabel
          label="Order of the top posts"
          className="w-auto select-sm pointer-coarse:h-11"
          choices={POST_FIGURES.map(value => ({ value, label: FIGURES[value].order }))}
          value={best}
          onChange={event => chooseBest(event.target.value as PostFigure)}
        />
      }
    >
      {posts.length === 0 ? (
        <p className="rounded-box border border-base-300 bg-raised px-5 py-8 text-center text-sm text-soft">
          {best === 'reactions'
            ? 'No posts in this period have likes, comments or shares yet.'
            : `No posts in this period have ${best === 'rate' ? 'an engagement rate' : best} yet.`}
        </p>
      ) : (
        <ol
          className={`grid rounded-box border border-base-300 bg-raised max-lg:divide-y max-lg:divide-base-300
          ${hasLarge ? 'lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]' : ''}`}
        >
          {posts.map((post, index) => (
            <Item
              key={post._id}
              post={post}
              by={best}
              rank={index + 1}
              isLarge={hasLarge && index === 0}
              below={posts.length - 1}
            />
          ))}
        </ol>
      )}
    </Section>
  )
}

type Ranked = { post: TopPost; by: PostFigure }

type ItemProps = Ranked & { rank: number; isLarge: boolean; below: number }

/** A post by its rank. A large one is beside the others, which are `below`, on a wide screen. */
const Item = ({ post, by, rank, isLarge, below }: ItemProps) => (
  <li
    className={`grid gap-x-4 gap-y-4 p-4 sm:p-5 lg:border-base-300 ${isLarge ? 'content-start sm:max-lg:grid-cols-[14rem_minmax(0,1fr)] lg:border-e' : 'grid-cols-[auto_minmax(0,1fr)] content-center lg:not-last:border-b'}`}
    style={isLarge ? { gridRow: `span ${below}` } : undefined}
  >
    <span className="relative self-start">
      <Picture
        picture={thumbnailOf(post)}
        className={isLarge ? 'aspect-[4/3] w-full sm:aspect-square' : 'size-16 sm:size-20'}
      />
      {/* Screen readers read the list's own numbers. */}
      <span
        aria-hidden="true"
        translate="no"
        className={`absolute start-1 top-1 grid size-6 place-items-center rounded-full text-xs font-semibold tabular-nums
          ${rank === 1 ? 'bg-primary text-primary-content' : 'bg-neutral text-neutral-content'}`}
      >
        {rank}
      </span>
    </span>
    <div className="min-w-0">
      <div className="flex items-start gap-4">
        <p
          dir="auto"
          className={`min-w-0 grow wrap-anywhere ${isLarge ? 'line-clamp-4' : 'line-clamp-2 text-sm'}`}
        >
          {post.excerpt || NO_MESSAGE}
        </p>
        <Total post={post} by={by} isLarge={isLarge} />
      </div>
      <Details post={post} />
    </div>
  </li>
)

/** The figure that ranks the posts. */
function Total({ post, by, isLarge }: Ranked & { isLarge: boolean }) {
  const value = postFigure(post, by) ?? 0
  const { one, many } = FIGURES[by]
  return (
    <p
      className={`shrink-0 text-end font-display leading-none font-semibold tabular-nums ${isLarge ? 'text-2xl' : 'text-lg'}`}
    >
      <span translate="no">{formatFigure(by, value)}</span>
      <span className="mt-1 block text-xs font-normal text-soft">
        {value === 1 && by !== 'rate' ? one : many}
      </span>
    </p>
  )
}

function Details({ post }: { post: TopPost }) {
  const { publishedAt, placements } = post
  const known = DETAILS.flatMap(({ name, label }) => {
    const value = postFigure(post, name)
    return value === null ? [] : { label, value: formatFigure(name, value) }
  })
  const zone = useStore($businessZone)
  const oldest = placements.flatMap(({ readAt }) => readAt ?? []).toSorted()[0]
  return (
    <>
      <p className="mt-1 text-xs text-soft tabular-nums">
        {formatDueIn(zone, publishedAt)}
        {oldest && <> · {formatAsOfIn(zone, oldest)}</>}
      </p>
      {known.length > 0 && (
        <dl className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-xs tabular-nums">
          {known.map(({ label, value }) => (
            <div key={label} className="flex gap-1">
              <dt className="text-soft">{label}</dt>
              <dd translate="no" className="font-semibold">
                {value}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <ul className="mt-2.5 flex flex-wrap gap-2 text-xs text-soft tabular-nums">
        {placements.map(placement => (
          <PlacementItem key={placement.network + placement.accountName} placement={placement} />
        ))}
      </ul>
    </>
  )
}

const PILL = 'flex min-h-7 flex-wrap items-center gap-x-2 rounded-full border border-base-300 px-2.5'

function PlacementItem({ placement: { network, permalink, reactions } }: { placement: Placement }) {
  const { name, likeIcon } = networks[network]
  const content = (
    <>
      <NetworkMark network={network} className="size-4" />
      {reactions ? <ReactionCounts {...reactions} /> : likeIcon ? 'not read yet' : 'no figures'}
    </>
  )
  return (
    <li>
      {permalink ? (
        <a
          href={permalink}
          target="_blank"
          rel="noreferrer"
          className={`${PILL} pointer-coarse:min-h-11 hover:border-edge hover:text-base-content`}
        >
          {content}
          <ArrowUpRight className="-ms-1 size-3.5" />
          <span className="sr-only"> on {name} (opens in a new tab)</span>
        </a>
      ) : (
        <span className={PILL}>
          {content}
          <span className="sr-only"> on {name}</span>
        </span>
      )}
    </li>
  )
}
