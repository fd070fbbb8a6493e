import { useStore } from '@nanostores/react'
import { Repeat, CircleCheck, CircleDashed, Maximize2 } from 'lucide-react'
import type { ReactNode } from 'react'

import { coverIds } from '#shared/posts/extras.ts'
import {
  type DeliveryState,
  isPlanned,
  POST_TABS,
  PROBLEM_STATES,
  type Post,
  type PostListName,
  type Delivery,
  listedText,
} from '#shared/posts/posts.ts'
import { describeRhythm } from '#shared/posts/series.ts'
import { missedOf } from '#shared/posts/state-labels.ts'
import { storyLine } from '#shared/posts/stories.ts'
import { NO_MESSAGE } from '#shared/text/graphemes.ts'
import { $canSelect, $selected, toggle } from '#site/dashboard/posts/bulk/selection.ts'
import { $isAll } from '#site/dashboard/posts/url.ts'
import { approveInPlace, approveListed, waitsForUser } from '#site/dashboard/shared/approvals/decide.ts'
import { $businesses, BusinessName } from '#site/dashboard/shared/domains/BusinessMark.tsx'
import { LabelList } from '#site/dashboard/shared/labels/LabelList.tsx'
import { $actionsOn } from '#site/dashboard/shared/post-dialogs/actions.ts'
import { groupByBadge } from '#site/dashboard/shared/post-dialogs/badge-groups.ts'
import { commonHold } from '#site/dashboard/shared/post-dialogs/common-hold.ts'
import { DeliveryRow, CommonHold } from '#site/dashboard/shared/post-dialogs/DeliveryRow.tsx'
import {
  dueAt,
  excerptOf,
  goesOutWhenApproved,
  missedLine,
  ONCE_APPROVED,
  withoutGaps,
  $now,
} from '#site/dashboard/shared/post-dialogs/messages.ts'
import { APPROVAL_BADGES, isApproved, TONE_TEXTS } from '#site/dashboard/shared/post-dialogs/states.ts'
import { $openPostId, pathToPost } from '#site/dashboard/shared/post-dialogs/url.ts'
import { ReactionCounts } from '#site/dashboard/shared/ReactionCounts.tsx'
import { $zoneOf, formatDueIn, formatMomentIn, zoneSuffix } from '#site/dashboard/shared/zone.ts'
import { formatTime } from '#site/lib/format.ts'
import { Badge } from '#site/ui/Badge.tsx'
import { Button } from '#site/ui/Button.tsx'
import { RowCheckbox } from '#site/ui/fields/Checkbox.tsx'
import { IconButton } from '#site/ui/IconButton.tsx'
import { Picture } from '#site/ui/media/Picture.tsx'
import { NetworkMark } from '#site/ui/NetworkMark.tsx'
import { type Action, ActionMenu } from '#site/ui/popovers/ActionMenu.tsx'
import { Time } from '#site/ui/Time.tsx'

/** Tabs whose rows explain each network's state and the next step. */
const EXPLAINED_TABS = ['attention', 'progress'] as const
/** On a phone, the checkbox is on the thumbnail, to leave room for texts. */
const SELECT =
  '-m-1.5 grid size-9 cursor-pointer place-items-center pointer-coarse:size-11 max-sm:min-[22rem]:z-10 max-sm:min-[22rem]:col-start-1 max-sm:min-[22rem]:row-start-1 max-sm:min-[22rem]:m-0 max-sm:min-[22rem]:size-12 max-sm:min-[22rem]:items-start max-sm:min-[22rem]:justify-items-start'
const REASON = 'rounded-field border border-base-300 bg-raised px-3 py-2'

type PostRowProps = {
  post: Post
  tab: PostListName
  /** Shows only the time of day, below a heading with the day. */
  queued?: boolean
}

export function PostRow({ post, tab, queued = false }: PostRowProps) {
  const selected = useStore($selected)
  const isOpen = useStore($openPostId) === post._id
  const canSelect = useStore($canSelect)
  const explained = EXPLAINED_TABS.find(each => each === tab)
  const covers = coverIds(post.deliveries.map(({ extras }) => extras))
  const [first, ...others] = post.media.filter(({ _id }) => !covers.includes(_id))
  const isReview = tab === 'review'
  const text = listedText(post.deliveries).replaceAll(/\s+/g, ' ').trim() || NO_MESSAGE
  const name = excerptOf(text)
  return (
    <article
      aria-label={name}
      className="group grid grid-cols-[auto_3rem_minmax(0,1fr)_auto] items-center gap-x-3 px-2 py-2 hover:bg-base-200/60
        has-aria-current:ring-2 has-aria-current:ring-base-content has-aria-current:ring-inset has-[input:checked]:bg-primary/15 max-sm:grid-cols-[3rem_minmax(0,1fr)_auto] max-[22rem]:grid-cols-[auto_minmax(0,1fr)_auto] max-[22rem]:gap-x-2 sm:px-3 @4xl:grid-cols-[auto_3rem_minmax(0,1fr)_auto_auto]"
    >
      {canSelect(post) ? (
        <RowCheckbox
          label={`Select ${name}`}
          checked={selected.has(post._id)}
          onToggle={isRange => toggle(tab, post._id, isRange)}
          className={SELECT}
          boxClassName="max-sm:min-[22rem]:m-1 max-sm:min-[22rem]:checkbox-xs"
        />
      ) : (
        <span className="max-sm:min-[22rem]:hidden" />
      )}
      <a
        href={pathToPost(post._id)}
        tabIndex={-1}
        aria-hidden="true"
        className="max-sm:col-start-1 max-sm:row-start-1 max-[22rem]:hidden"
      >
        <Picture picture={first && { ...first, more: others.length }} className="size-12" />
      </a>
      {isReview && (
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1 sm:hidden">
          <Chips deliveries={post.deliveries} approved={false} />
          <When post={post} tab={tab} queued={queued} />
        </div>
      )}
      {/* On a phone, texts to approve get the whole width. */}
      <div
        className={`grid min-w-0 gap-1 ${isReview ? 'max-sm:order-last max-sm:col-span-full max-sm:mt-2' : ''}`}
      >
        <a
          href={pathToPost(post._id)}
          aria-current={isOpen || undefined}
          dir="auto"
          className={`text-sm font-medium wrap-anywhere hover:underline ${isReview ? 'line-clamp-6 whitespace-pre-line' : 'line-clamp-2 @4xl:line-clamp-1'}`}
        >
          <span className="sr-only">Details of </span>
          {isReview ? withoutGaps(post.deliveries[0]?.message ?? '') || NO_MESSAGE : text}
        </a>
        {isReview && <OtherTexts post={post} />}
        {isReview && waitsForUser(post) && <ApproveButton post={post} name={name} />}
        <Origin post={post} />
        {!explained && <Missed post={post} />}
        {/* On a phone this line extends under the menu’s button. */}
        <div
          className={`flex flex-wrap items-center gap-x-2 gap-y-1 sm:gap-x-3 @4xl:hidden ${isReview ? 'max-sm:hidden' : 'max-sm:-me-12'}`}
        >
          {!isReview && <ApprovalMark post={post} />}
          <Chips deliveries={post.deliveries} approved={isApproved(post)} />
          <When post={post} tab={tab} queued={queued} />
          <Figures deliveries={post.deliveries} />
        </div>
      </div>
      <div className="grid justify-items-end gap-1.5 @max-4xl:hidden">
        {!isReview && <ApprovalMark post={post} />}
        <div className="flex items-center gap-4">
          <Figures deliveries={post.deliveries} />
          <Chips deliveries={post.deliveries} approved={isApproved(post)} />
        </div>
      </div>
      <div className="flex items-center max-sm:self-start">
        <RowActions post={post} name={name}>
          <div className={`pe-3 text-end @max-4xl:hidden ${queued ? 'min-w-32' : 'min-w-46'}`}>
            <When post={post} tab={tab} queued={queued} />
          </div>
        </RowActions>
      </div>
      {explained && <Reasons post={post} tab={explained} />}
    </article>
  )
}

function Origin({ post }: { post: Post }) {
  const isAll = useStore($isAll)
  const found = useStore($businesses).get(post.domainId)
  const business = isAll ? found : undefined
  const story = storyLine(post.deliveries)
  if (!business && post.isOwn && !post.labels && !post.series && !story) return null
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-1.5 text-xs text-soft">
      {business && <BusinessName business={business} className="truncate" />}
      {!post.isOwn && <span className="truncate">by {post.author}</span>}
      {story && (
        <span className="inline-flex items-center gap-1">
          <CircleDashed className="size-3.5" />
          {story}
        </span>
      )}
      {post.series && (
        <span className="inline-flex items-center gap-1 whitespace-nowrap">
          <Repeat className="size-3.5" />
          Repeats {describeRhythm(post.series)}
        </span>
      )}
      {post.labels && <LabelList labels={post.labels} />}
    </div>
  )
}

function Missed({ post }: { post: Post }) {
  const zone = useStore($zoneOf)(post.domainId)
  const line = missedLine(post.deliveries, zone)
  return line && <p className="text-sm text-amber">{line}.</p>
}

/** The other texts that an approval covers: first comments, and texts that differ from the first network's. */
const OtherTexts = ({ post: { deliveries } }: { post: Post }) =>
  deliveries
    .flatMap(({ network, message, firstComment }) => [
      { network, text: withoutGaps(message) || NO_MESSAGE },
      ...(firstComment ? [{ network, text: `First comment: ${withoutGaps(firstComment.message)}` }] : []),
    ])
    .filter(({ text }, at, all) => at > 0 && all.findIndex(other => other.text === text) === at)
    .map(({ network, text }) => (
      <p key={text} className="flex gap-2 text-sm">
        <NetworkMark network={network} className="mt-0.5 size-4 shrink-0" />
        <span dir="auto" className="line-clamp-6 whitespace-pre-line wrap-anywhere">
          {text}
        </span>
      </p>
    ))

/** '…' if a question follows. */
const approveLabel = ({ series, approval }: Post) => (series || approval?.byLink ? 'Approve…' : 'Approve')

const approveRow = (post: Post) => approveInPlace(post, () => approveListed(post))

const ApproveButton = ({ post, name }: { post: Post; name: string }) => (
  <div className="pt-1">
    <Button small onClick={() => void approveRow(post)} icon={<CircleCheck />}>
      {approveLabel(post)}
      <span className="sr-only"> {name}</span>
    </Button>
  </div>
)

function Reasons({ post, tab }: { post: Post; tab: (typeof EXPLAINED_TABS)[number] }) {
  const held = commonHold(post)
  const states: readonly DeliveryState[] = tab === 'attention' ? PROBLEM_STATES : POST_TABS[tab]
  const isSentBack = tab === 'attention' && post.deliveries.some(({ state }) => state === 'changes_requested')
  return (
    <ul className="col-span-full mt-2 grid grid-cols-1 gap-2 sm:ms-24">
      {isSentBack && (
        <li className={`${REASON} text-sm`}>
          {post.approval?.by ?? 'A reviewer'} asked for changes. Edit the post, then send it for approval
          again.
        </li>
      )}
      {held ? (
        <li className={REASON}>
          <CommonHold post={post} {...held} />
        </li>
      ) : (
        post.deliveries
          .filter(({ state }) => states.includes(state))
          .map(delivery => (
            <li key={delivery._id} className={REASON}>
              <DeliveryRow post={post} delivery={delivery} />
            </li>
          ))
      )}
    </ul>
  )
}

function ApprovalMark({ post: { approval, deliveries } }: { post: Post }) {
  if (!approval || !deliveries.some(isPlanned)) return null
  const { label, ...look } = APPROVAL_BADGES[approval.state]
  return <Badge {...look}>{label}</Badge>
}

function When({ post, tab, queued }: Required<PostRowProps>) {
  const now = useStore($now)
  const zone = useStore($zoneOf)(post.domainId)
  const published = post.deliveries.find(({ publishedAt }) => publishedAt)?.publishedAt
  const isMissed = tab !== 'published' && missedOf(post.deliveries, now) !== undefined
  const instant = (tab === 'published' && published) || dueAt(post)
  if (tab !== 'published' && goesOutWhenApproved(post))
    return <span className="text-xs text-soft">{ONCE_APPROVED}</span>
  if (queued) {
    const time = formatTime(instant, zone) + zoneSuffix(instant, zone)
    return (
      <span className="text-sm font-medium tabular-nums">
        {isMissed && 'Was due '}
        <Time instant={instant} zone={zone} text={time} />
      </span>
    )
  }
  return (
    <span className="flex flex-wrap gap-x-2 text-xs text-soft tabular-nums @4xl:grid @4xl:justify-items-end">
      <span className="max-sm:sr-only">
        {isMissed && 'Was due '}
        <Time instant={instant} now={now} zone={zone} />
      </span>
      <span aria-hidden="true" className="sm:whitespace-nowrap">
        {isMissed && <span className="sm:hidden">Was due </span>}
        {tab === 'published' ? formatMomentIn(zone, instant) : formatDueIn(zone, instant)}
      </span>
    </span>
  )
}

/** A chip for each state, with the marks of its networks. */
function Chips({ deliveries, approved }: { deliveries: readonly Delivery[]; approved: boolean }) {
  return (
    <ul className="flex flex-wrap gap-1">
      {groupByBadge(deliveries.map(delivery => ({ ...delivery, approved }))).map(group => {
        const { tone, icon: Icon } = group.badge
        return (
          <li
            key={group.label}
            title={`${group.names}: ${group.label}`}
            className="flex h-6 items-center gap-1 rounded-full border border-base-300 bg-raised px-1.5"
          >
            {group.deliveries.map(({ _id, network }) => (
              <NetworkMark key={_id} network={network} decorative className="size-3.5" />
            ))}
            <Icon className={`size-3.5 ${TONE_TEXTS[tone]}`} />
            <span className="sr-only">
              {group.names}: <span>{group.label}</span>
            </span>
          </li>
        )
      })}
    </ul>
  )
}

function Figures({ deliveries }: { deliveries: readonly Delivery[] }) {
  const known = deliveries.flatMap(({ figures }) => figures ?? [])
  if (known.length === 0) return null
  const likes = known.reduce((sum, figures) => sum + figures.likes, 0)
  const comments = known.reduce((sum, figures) => sum + figures.comments, 0)
  return (
    <span className="flex gap-3 text-xs text-soft tabular-nums">
      <ReactionCounts likes={likes} comments={comments} />
    </span>
  )
}

/** Actions that a row shows on hover and focus. */
const QUICK_ACTIONS = ['Edit', 'Reschedule', 'Cancel post']

/** Quick actions, which keep their space while they are hidden, then `children`, then a menu with all actions. */
function RowActions({ post, name, children }: { post: Post; name: string; children: ReactNode }) {
  const actions: Action[] = [
    { label: 'Details', icon: Maximize2, href: pathToPost(post._id) },
    ...(waitsForUser(post)
      ? [{ label: approveLabel(post), icon: CircleCheck, run: () => approveRow(post) }]
      : []),
    ...useStore($actionsOn)(post),
  ]
  return (
    <>
      <div className="flex opacity-0 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100 empty:hidden max-lg:hidden pointer-coarse:hidden">
        {actions.map(
          action =>
            'run' in action &&
            QUICK_ACTIONS.includes(action.label) && (
              <IconButton
                key={action.label}
                label={`${action.label} ${name}`}
                tip={action.label}
                icon={<action.icon />}
                onClick={action.run}
              />
            ),
        )}
      </div>
      {children}
      <ActionMenu label={`More for ${name}`} actions={actions} />
    </>
  )
}
