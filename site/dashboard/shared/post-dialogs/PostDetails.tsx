import { useStore } from '@nanostores/react'
import { FilePen, Send } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'

import { acceptedPositions } from '#shared/media/network-media.ts'
import type { NetworkId } from '#shared/networks.ts'
import { capitalised } from '#shared/plural.ts'
import type { Approval } from '#shared/posts/approvals.ts'
import { isChangeable, mayRetry, isNotStarted, isUndelivered, isCanceled } from '#shared/posts/changes.ts'
import { findCover } from '#shared/posts/extras-rules.ts'
import { maySend, type Repair } from '#shared/posts/needs.ts'
import {
  type Delivery,
  isPlanned,
  listedText,
  NEVER_CONFIRMED,
  type Occurrence,
  type Post,
} from '#shared/posts/posts.ts'
import { describeRhythm } from '#shared/posts/series.ts'
import { missedOf } from '#shared/posts/state-labels.ts'
import { isStory } from '#shared/posts/stories.ts'
import { $comments, commentsOf } from '#site/dashboard/shared/approvals/comments.ts'
import { $decided, $decisionsOn } from '#site/dashboard/shared/approvals/decide.ts'
import { ApprovalPanel, Decisions } from '#site/dashboard/shared/approvals/Decisions.tsx'
import { Discussion } from '#site/dashboard/shared/approvals/Discussion.tsx'
import { $businesses, BusinessName } from '#site/dashboard/shared/domains/BusinessMark.tsx'
import { $showsAll } from '#site/dashboard/shared/domains/scope.ts'
import { $selectedId } from '#site/dashboard/shared/domains/store.ts'
import { $drafts } from '#site/dashboard/shared/drafts/store.ts'
import { LabelList } from '#site/dashboard/shared/labels/LabelList.tsx'
import { lazyPart } from '#site/dashboard/shared/lazy-part.ts'
import { $may, $mayChange } from '#site/dashboard/shared/permissions.tsx'
import { dropEditCopy, hasEditCopy } from '#site/dashboard/shared/tab-copy.ts'
import { $zoneOf, formatDueIn } from '#site/dashboard/shared/zone.ts'
import { ApiError } from '#site/lib/api/error.ts'
import { formatExact, formatDayTime, formatDay } from '#site/lib/format.ts'
import { BusyButton, ButtonLink, Button } from '#site/ui/Button.tsx'
import { Panel } from '#site/ui/dialogs/Panel.tsx'
import { Letter } from '#site/ui/drawings.tsx'
import { Notice } from '#site/ui/Notice.tsx'
import { ActionMenu } from '#site/ui/popovers/ActionMenu.tsx'
import { PostPreviews, type NetworkPost } from '#site/ui/PostPreviews.tsx'
import { Remarks } from '#site/ui/remarks/Remarks.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#site/ui/states.tsx'
import { $actionsOn } from './actions.ts'
import { retryPost } from './change-posts.ts'
import { commonHold } from './common-hold.ts'
import { DeliveryRow, CommonHold } from './DeliveryRow.tsx'
import { $details, loadDetails } from './details.ts'
import { $moving, askToRepeat } from './dialogs.ts'
import { EditableText } from './EditableText.tsx'
import { $announcement } from './live-posts.ts'
import { $now, dueAt, excerptOf, goesOutWhenApproved, ONCE_APPROVED } from './messages.ts'
import { PostAction } from './PostAction.tsx'
import { $repairOn } from './repairs.ts'
import { saveAndClose, withTextsSaved } from './save-texts.ts'
import { useOccurrences } from './series.ts'
import { STATE_BADGES } from './states.ts'
import { haveDifferentTexts } from './Times.tsx'
import { composerPath, openEditor, pathToPost } from './url.ts'

const MoveForm = lazyPart(async () => (await import('./MoveForm.tsx')).MoveForm)

export function PostDetails() {
  const details = useStore($details)
  const decisionsOn = useStore($decisionsOn)
  const mayChange = useStore($mayChange)
  const repairOn = useStore($repairOn)
  const moving = useStore($moving)
  const post = details?.state === 'ready' ? details.data : undefined
  const occurrences = useOccurrences(post)
  // Refreshes the post also on screens that don't list posts.
  useEffect(() => $announcement.listen(() => undefined), [])
  // A reopened post offers every decision, even if an earlier one was saved after it was closed.
  useEffect(() => {
    $decided.set(undefined)
    return () => $decided.set(undefined)
  }, [])
  if (!details) return null
  const isMoving = post !== undefined && moving !== undefined
  const decisions = post ? decisionsOn(post) : []
  const { kind, label, run } = (post && mayChange(post) && repairOn(post)) || {}
  // Decisions replace the repair in the footer, so that the delivery's row shows it. A new time is among both.
  const repair = decisions.length === 0 || decisions.includes('choose a time') ? kind : undefined
  const stuck = post?.deliveries.filter(mayRetry).length ?? 0
  return (
    <Panel
      startsAtTitle
      title="Post Details"
      subtitle={post && <OtherBusiness id={post.domainId} />}
      actions={
        post &&
        !isMoving &&
        (decisions.length > 0 ? (
          <Decisions
            key={`${post._id} ${post.approval?.state}`}
            post={post}
            decisions={decisions}
            occurrences={occurrences}
          />
        ) : (
          run && (
            <BusyButton key={post._id} variant="primary" onClick={() => withTextsSaved(post, run)}>
              {kind === 'retry' && stuck > 1 ? retryLabel(stuck) : label}
            </BusyButton>
          )
        ))
      }
      onClose={() => void saveAndClose(post)}
    >
      {details.state === 'loading' && <SkeletonRows rows={4} label="Loading the post" />}
      {details.state === 'failed' && <NotShown {...details} />}
      {isMoving && <MoveForm key={moving.deliveryId} target={{ ...moving, post }} />}
      {details.state === 'ready' && (
        <Details key={details.data._id} post={details.data} repair={repair} occurrences={occurrences} />
      )}
    </Panel>
  )
}

/** Names the post's business, unless it is the only one on the screen. */
function OtherBusiness({ id }: { id: string }) {
  const business = useStore($businesses).get(id)
  const selected = useStore($selectedId)
  const spansAll = useStore($showsAll)
  if (!business || (id === selected && !spansAll)) return null
  return (
    <p className="flex items-center gap-1.5 text-sm text-soft">
      <BusinessName business={business} className="min-w-0 wrap-anywhere" />
    </p>
  )
}

/** A link can outlive its post. */
function NotShown({ message, error }: { message: string; error: unknown }) {
  if (!(error instanceof ApiError && error.code === 'not_found'))
    return <ErrorState message={message} onRetry={() => loadDetails()} />
  return (
    <EmptyState
      bare
      drawing={<Letter />}
      action={<ButtonLink href="/dashboard/view-post">See all posts</ButtonLink>}
    >
      This post no longer exists, or it belongs to another account.
    </EmptyState>
  )
}

/** `repair` is in the footer; other buttons leave it out. */
type WithRepair = { post: Post; repair: Repair | undefined }
type WithSeries = WithRepair & { occurrences: readonly Occurrence[] }

/** Shows first what needs doing, then the post as its networks show it. During approval, its texts are shown in full. */
function Details({ post, repair, occurrences }: WithSeries) {
  const { approval, deliveries } = post
  const isInApproval = approval !== undefined && isUndelivered(deliveries)
  const isStuck = deliveries.some(mayRetry)
  const facts = <Facts post={post} repair={repair} occurrences={occurrences} />
  const posts = useNetworkPosts(post)
  const states = <States post={post} repair={repair} />
  const root = useRef<HTMLDivElement>(null)
  // Scrolls to what has just happened.
  useEffect(() => void root.current?.parentElement?.scrollTo(0, 0), [isStuck, isInApproval])
  return (
    <div ref={root} className="grid grid-cols-1 gap-6">
      <UnsavedEdit post={post} />
      {approval && wasDecidedOn(post, approval) && (
        <ApprovalPanel post={post} approval={approval} occurrences={occurrences} />
      )}
      {isStuck && states}
      {!isInApproval && facts}
      <Remarks
        posts={posts}
        comments={commentsOf(useStore($comments), post._id)}
        mayRemark={useStore($may)(post.domainId, 'comment')}
      >
        <PostPreviews posts={posts} whole={isInApproval} editable={editorOf(post)} />
        {isInApproval && facts}
        {!isStuck && states}
        <Discussion post={post} />
      </Remarks>
    </div>
  )
}

/** Offers to continue the edit that the composer saved on this device. */
function UnsavedEdit({ post }: { post: Post }) {
  const [hasCopy, setHasCopy] = useState(() => hasEditCopy(post._id))
  const mayChange = useStore($mayChange)(post)
  if (!hasCopy || !mayChange || !post.deliveries.some(isChangeable)) return null
  return (
    <Notice
      actions={
        <>
          <Button small onClick={() => openEditor(post._id)}>
            Continue editing
          </Button>
          <Button
            small
            variant="quiet"
            onClick={() => {
              dropEditCopy(post._id)
              setHasCopy(false)
            }}
          >
            Discard it
          </Button>
        </>
      }
    >
      <b>Unsaved change.</b> You left your edit of this post without saving it.
    </Notice>
  )
}

const editorOf = (post: Post) => (network: NetworkId, shown: ReactNode) => (
  <EditableText post={post} network={network}>
    {shown}
  </EditableText>
)

/** False for a post that went out without an approval. */
const wasDecidedOn = (post: Post, { state }: Approval) => state !== 'draft' || isUndelivered(post.deliveries)

function Facts({ post, repair, occurrences }: WithSeries) {
  const zone = useStore($zoneOf)(post.domainId)
  return (
    <div className="grid grid-cols-1 gap-3">
      <dl className="flex flex-wrap gap-x-10 gap-y-3 text-sm">
        {!(post.approval && isUndelivered(post.deliveries)) && <When post={post} zone={zone} />}
        <Fact label="Written by">{post.author}</Fact>
        {post.series && (
          <Fact label="Repeats">
            <Series post={post} occurrences={occurrences} />
          </Fact>
        )}
        {post.labels && (
          <Fact label="Labels">
            <LabelList labels={post.labels} />
          </Fact>
        )}
      </dl>
      <div className="-mx-2 -mb-2 flex flex-wrap gap-1 empty:hidden">
        {post.deliveries.every(isCanceled) && <OpenDraft id={post._id} />}
        <PostActions post={post} repair={repair} name={excerptOf(listedText(post.deliveries))} />
      </div>
    </div>
  )
}

/** Links to the draft that a cancelled post became, which has its id. */
const OpenDraft = ({ id }: { id: string }) =>
  useStore($drafts).data?.some(({ _id }) => _id === id) && (
    <ButtonLink
      small
      variant="quiet"
      href={composerPath({ draft: id })}
      icon={<FilePen className="size-3.5" />}
    >
      Open draft
    </ButtonLink>
  )

function When({ post, zone }: { post: Post; zone: string }) {
  const publishedAt = post.deliveries.find(delivery => delivery.publishedAt)?.publishedAt
  const due = dueAt(post)
  // Renders again as time passes.
  useStore($now)
  const now = new Date()
  const label = post.deliveries.every(isCanceled)
    ? 'Was scheduled for'
    : new Date(due) < now
      ? 'Was due'
      : 'Scheduled for'
  const why = publishedAt ? undefined : missedOf(post.deliveries, now)?.why
  return (
    <Fact label={publishedAt ? 'Published' : label}>
      {formatExact(publishedAt ?? due, zone)}
      {why && `, ${why}`}
    </Fact>
  )
}

const STATE = 'rounded-field border border-base-300 px-3.5 py-2.5'

/** Shows the state on each network. Networks that are held for the same reason share an entry. */
function States({ post, repair }: WithRepair) {
  const together = commonHold(post)
  const others = post.deliveries.filter(delivery => !together?.held.includes(delivery))
  // Rows of several stuck networks offer the repair for their own.
  const offered = post.deliveries.filter(mayRetry).length === 1 ? repair : undefined
  const stuck = together ? [] : post.deliveries.filter(mayRetry)
  const mayPublish = useStore($may)(post.domainId, 'publish')
  const mayChange = useStore($mayChange)(post)
  return (
    <section aria-label="On each network" className="grid gap-2">
      {mayPublish && mayChange && repair !== 'retry' && stuck.length > 1 && stuck.every(mayRepeat) && (
        <div className="-ms-2">
          <PostAction
            waits
            icon={Send}
            label={retryLabel(stuck.length)}
            spoken={retryLabel(stuck.length)}
            run={() => withTextsSaved(post, () => retryPost(post._id))}
          />
        </div>
      )}
      {together && (
        <div className={STATE}>
          <CommonHold post={post} offered={repair} {...together} />
        </div>
      )}
      {others.map(delivery => (
        <div key={delivery._id} className={STATE}>
          <DeliveryRow post={post} delivery={delivery} offered={offered} />
        </div>
      ))}
    </section>
  )
}

/** Returns true if the delivery can be sent as it is. */
const mayRepeat = (delivery: Delivery) =>
  maySend(delivery) && delivery.writtenFor === undefined && delivery.reasonCode !== NEVER_CONFIRMED

const NUMBERS: Record<number, string> = { 2: 'both', 3: 'all three', 4: 'all four', 5: 'all five' }

const retryLabel = (count: number) => `Try again on ${NUMBERS[count] ?? `all ${count}`}`

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="grid gap-1">
    <dt className="text-soft">{label}</dt>
    <dd className="font-semibold wrap-anywhere">{children}</dd>
  </div>
)

/** Buttons for the frequent actions on the whole post, and a menu with the others. */
function PostActions({ post, repair, name }: WithRepair & { name: string }) {
  const decisions = useStore($decisionsOn)(post)
  const isMoving = useStore($moving) !== undefined
  const isInFooter: Record<string, boolean> = {
    Edit: repair === 'edit' || decisions.includes('edit'),
    Reschedule: isMoving || repair === 'reschedule' || decisions.includes('choose a time'),
  }
  const actions = useStore($actionsOn)(post).filter(({ label }) => !isInFooter[label])
  const count = post.deliveries.some(isPlanned) ? 2 : 1
  const shown = actions.length > count + 1 ? actions.slice(0, count) : actions
  return (
    <>
      {shown.map(({ label, icon: Icon, ...action }) =>
        'href' in action ? (
          <ButtonLink
            key={label}
            small
            variant="quiet"
            href={action.href}
            icon={<Icon className="size-3.5" />}
            aria-label={`${label}: ${name}`}
          >
            {label}
          </ButtonLink>
        ) : (
          <PostAction key={label} label={label} spoken={`${label} ${name}`} icon={Icon} run={action.run} />
        ),
      )}
      {actions.length > shown.length && (
        <ActionMenu label="More actions" actions={actions.slice(shown.length)} />
      )}
    </>
  )
}

/** Shows 'Every week until 1 March · 3 of 12', and links to the posts of the series. */
function Series({ post, occurrences: all }: Omit<WithSeries, 'repair'>) {
  const { _id: id, series } = post
  const zone = useStore($zoneOf)(post.domainId)
  const mayChange = useStore($mayChange)
  if (!series) return null
  const hasTexts = haveDifferentTexts(all)
  const place = all.findIndex(({ _id }) => _id === id)
  return (
    <div className="grid gap-2">
      <details>
        <summary className="cursor-pointer">
          {capitalised(describeRhythm(series))} until {formatDay(series.until)}
          {place !== -1 && ` · ${place + 1} of ${all.length}`}
        </summary>
        <ol className="mt-2 grid gap-1 font-normal tabular-nums">
          {all.map(({ _id, publishAt, state, text }) => (
            <li key={_id} className="flex flex-wrap gap-x-2">
              <a href={pathToPost(_id)} aria-current={_id === id ? 'true' : undefined} className="prose-link">
                {formatDueIn(zone, publishAt)}
              </a>
              {hasTexts && <span>Text {text + 1}</span>}
              <span className="text-soft">{STATE_BADGES[state].label}</span>
            </li>
          ))}
        </ol>
      </details>
      {place !== -1 && mayChange(post) && isNotStarted(post.deliveries) && (
        <Button small className="justify-self-start" onClick={() => void askToRepeat(post, all)}>
          Change how it repeats
        </Button>
      )}
    </div>
  )
}

/** Returns the post as each network gets it, without cancelled networks unless all are cancelled. */
function useNetworkPosts(post: Post): NetworkPost[] {
  const zone = useStore($zoneOf)(post.domainId)
  const planned = post.deliveries.filter(delivery => !isCanceled(delivery))
  const kinds = post.media.map(({ kind }) => kind)
  return (planned.length > 0 ? planned : post.deliveries).map(delivery => ({
    network: delivery.network,
    name: delivery.account?.name || delivery.writtenFor || '',
    username: delivery.account?.username ?? '',
    picture: delivery.account?.picture ?? '',
    text: delivery.message.trim(),
    time: goesOutWhenApproved(post)
      ? ONCE_APPROVED
      : `${missedOf([delivery], new Date()) ? 'Was due ' : ''}${formatDayTime(delivery.publishedAt ?? delivery.publishAt, zone)}`,
    extras: delivery.extras,
    cover: findCover(post.media, delivery.extras),
    comment: delivery.firstComment?.message ?? '',
    media: (
      delivery.mediaPositions ?? acceptedPositions(delivery.network, kinds, undefined, isStory(delivery))
    ).flatMap(position => post.media[position] ?? []),
  }))
}
