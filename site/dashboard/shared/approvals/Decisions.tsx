import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useState } from 'react'

import { networks } from '#shared/networks.ts'
import { plural } from '#shared/plural.ts'
import { alsoOthersLabel } from '#shared/posts/alike.ts'
import { isOpenRemark } from '#shared/posts/anchors.ts'
import { APPROVAL_MESSAGES, type Approval, needsNoApproval } from '#shared/posts/approvals.ts'
import { isChangeable, isUndelivered } from '#shared/posts/changes.ts'
import { needsTime } from '#shared/posts/needs.ts'
import { listedText, type Occurrence, type Post } from '#shared/posts/posts.ts'
import { MAX_COMMENT_CHARS } from '#shared/posts/review-page.ts'
import { missedOf } from '#shared/posts/state-labels.ts'
import { lazyPart } from '#site/dashboard/shared/lazy-part.ts'
import { $me } from '#site/dashboard/shared/me.ts'
import { askToReschedule } from '#site/dashboard/shared/post-dialogs/dialogs.ts'
import {
  excerptOf,
  dueAt,
  goesOutWhenApproved,
  ONCE_APPROVED,
} from '#site/dashboard/shared/post-dialogs/messages.ts'
import { withTextsSaved } from '#site/dashboard/shared/post-dialogs/save-texts.ts'
import { waitingTexts } from '#site/dashboard/shared/post-dialogs/series.ts'
import { APPROVAL_BADGES } from '#site/dashboard/shared/post-dialogs/states.ts'
import { closePanel, openEditor, pathToPost } from '#site/dashboard/shared/post-dialogs/url.ts'
import { $router } from '#site/dashboard/shared/router.ts'
import { $zoneOf, formatDueIn } from '#site/dashboard/shared/zone.ts'
import { formatDayTime } from '#site/lib/format.ts'
import { Badge } from '#site/ui/Badge.tsx'
import { BusyButton, Button, useSubmit } from '#site/ui/Button.tsx'
import { CheckRow } from '#site/ui/fields/Checkbox.tsx'
import { TextArea } from '#site/ui/fields/Field.tsx'
import { focusOnMount } from '#site/ui/focus-on-mount.ts'
import { $comments, commentsOf } from './comments.ts'
import {
  approve,
  approveInPlace,
  requestChanges,
  sendForApproval,
  takeBack,
  type Decision,
  $waiting,
} from './decide.ts'

type DecisionsProps = { post: Post; decisions: readonly Decision[]; occurrences: readonly Occurrence[] }

/** Buttons for the decisions on a post (`$decisionsOn`) and, once it is decided, for the next post. */
export function Decisions({ post, decisions, occurrences }: DecisionsProps) {
  /** True while the form is open, false once it was closed, when its button gets the focus. */
  const [asking, setAsking] = useState<boolean>()
  const alike = alikeIds(occurrences)
  const together = 1 + alike.length + countOtherTexts(occurrences, post)
  if (asking) return <RequestForm post={post} alike={alike} onClose={() => setAsking(false)} />
  const isToTime = decisions.includes('choose a time')
  const isToEdit = decisions.includes('edit')
  const isEdited = post.approval?.current !== undefined
  const state = post.approval?.state
  const contentHash = post.approval?.contentHash ?? ''
  return (
    <div className="flex grow flex-wrap items-center gap-2 max-sm:[&>.btn]:grow">
      {isToTime && (
        <Button
          variant="primary"
          // On a phone it has the lowest row, so that it doesn’t move when the next post is loaded.
          className="max-sm:order-last max-sm:w-full"
          onClick={() => void withTextsSaved(post, now => askToReschedule({ post: now }))}
        >
          Choose a time
        </Button>
      )}
      {decisions.includes('next') && <NextWaiting variant={isToTime ? 'plain' : 'primary'} />}
      {isToEdit && (
        <Button
          variant={isEdited ? 'plain' : 'primary'}
          onClick={() => void withTextsSaved(post, () => openEditor(post._id))}
        >
          Edit
        </Button>
      )}
      {decisions.includes('send') && (
        <ActionButton
          variant={
            (isToEdit && !isEdited) || (state === 'draft' && decisions.includes('approve'))
              ? 'plain'
              : 'primary'
          }
          label="Send for approval"
          act={() => sendForApproval(post)}
        />
      )}
      {decisions.includes('approve') && <OpenRemarks postId={post._id} />}
      {decisions.includes('approve') && (
        <ActionButton
          variant={state === 'in_review' && !post.approval?.byLink && !post.isOwn ? 'primary' : 'plain'}
          label={together > 1 ? `Approve ${plural(together, 'post')}` : 'Approve'}
          act={async () => approveInPlace(post, () => approve(post, contentHash))}
        />
      )}
      {decisions.includes('take back') && (
        <ActionButton
          variant="quiet"
          label="Take back"
          act={() => takeBack([{ _id: post._id, contentHash }])}
        />
      )}
      {decisions.includes('request changes') && (
        <Button
          ref={asking === false ? focusOnMount : undefined}
          variant={state === 'approved' ? 'quiet' : 'plain'}
          onClick={() => setAsking(true)}
        >
          Request changes
        </Button>
      )}
    </div>
  )
}

function OpenRemarks({ postId }: { postId: string }) {
  const remarks = commentsOf(useStore($comments), postId).filter(
    ({ anchor, resolvedAt }) => anchor && !resolvedAt,
  )
  return (
    remarks.length > 0 && (
      <p className="w-full text-sm font-semibold text-amber">
        {plural(remarks.length, 'remark is', 'remarks are')} open
      </p>
    )
  )
}

type ActionProps = { variant: 'primary' | 'plain' | 'quiet'; label: ReactNode; act: () => Promise<unknown> }

const ActionButton = ({ variant, label, act }: ActionProps) => (
  <BusyButton variant={variant} onClick={() => act().catch(() => undefined)}>
    {label}
  </BusyButton>
)

/** Returns the ids of posts with the same content, to which a decision may also apply. */
const alikeIds = (occurrences: readonly Occurrence[]) =>
  occurrences.flatMap(({ _id, alike }) => (alike ? _id : []))

const countOtherTexts = (occurrences: readonly Occurrence[], post: Post) =>
  [...waitingTexts(occurrences, post).values()].flat().length

function RequestForm({ post, alike, onClose }: { post: Post; alike: string[]; onClose: () => void }) {
  const [comment, setComment] = useState('')
  const [isForAll, setIsForAll] = useState(false)
  const [error, setError] = useState<string>()
  const me = useStore($me).data?.fullname
  const hasRemarks = commentsOf(useStore($comments), post._id).some(
    each => isOpenRemark(each) && each.via !== 'link' && each.name === me,
  )
  const [busy, form] = useSubmit(() =>
    comment.trim() === '' && !hasRemarks
      ? setError(APPROVAL_MESSAGES.noComment)
      : requestChanges(post, comment, isForAll ? alike : []).catch(() => undefined),
  )
  return (
    <form {...form} className="grid grow grid-cols-1 gap-3">
      <TextArea
        ref={focusOnMount}
        required={!hasRemarks}
        rows={3}
        maxLength={MAX_COMMENT_CHARS}
        label={hasRemarks ? 'What else should change?' : 'What should change?'}
        hint="The author and reviewers see this."
        value={comment}
        error={error}
        onChange={event => {
          setComment(event.target.value)
          setError(undefined)
        }}
      />
      {alike.length > 0 && (
        <CheckRow checked={isForAll} onChange={({ target }) => setIsForAll(target.checked)}>
          {alsoOthersLabel(alike.length)}
        </CheckRow>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={busy}>
          Request changes{isForAll && ` to ${plural(1 + alike.length, 'post')}`}
        </Button>
        <Button variant="quiet" disabled={busy} onClick={onClose}>
          Back
        </Button>
      </div>
    </form>
  )
}

const EXCERPT_LENGTH = 36

/** Links to the next post that waits for the user. On a phone it is where Approve was, so that two taps there decide on a post. */
function NextWaiting({ variant }: { variant: 'primary' | 'plain' }) {
  const waiting = useStore($waiting)
  useEffect(() => void $waiting.reload(), [])
  if (waiting.state === 'failed') return null
  if (waiting.state === 'loading')
    return (
      // Keeps the place of Approve until the next post is known, so that a double tap presses nothing else.
      <Button disabled className="max-sm:grow">
        Next
      </Button>
    )
  const { posts, hasMore } = waiting.data
  const [next] = posts
  if (!next)
    return (
      <>
        <p className="grow text-sm text-soft">No other post waits for your approval.</p>
        <Button variant={variant} onClick={closePanel}>
          Done
        </Button>
      </>
    )
  const excerpt = excerptOf(listedText(next.deliveries), EXCERPT_LENGTH)
  const left = `${posts.length}${hasMore ? '+' : ''} left`
  return (
    <div className="flex min-w-0 items-center gap-3 max-sm:grow">
      <Button
        variant={variant}
        className="min-w-0 max-sm:grow"
        onClick={() => void $router.open(pathToPost(next._id), true)}
      >
        <span className="truncate">
          Next<span className="max-sm:hidden">:</span> <span className="max-sm:sr-only">{excerpt}</span>
          <span className="font-normal max-[24rem]:hidden sm:hidden"> · {left}</span>
        </span>
      </Button>
      <span className="shrink-0 text-sm text-soft tabular-nums max-sm:sr-only">{left}</span>
    </div>
  )
}

const Changes = lazyPart(async () => (await import('#site/ui/Changes.tsx')).Changes)

type ApprovalPanelProps = { post: Post; approval: Approval; occurrences: readonly Occurrence[] }

/** Shows the state of a post's approval. Its buttons are in the dialog's footer (`Decisions`). */
export function ApprovalPanel({ post, approval, occurrences }: ApprovalPanelProps) {
  const { label, tone, icon } = APPROVAL_BADGES[approval.state]
  const canChange = isUndelivered(post.deliveries)
  const isMissed = needsTime(post.deliveries)
  const zone = useStore($zoneOf)(post.domainId)
  const comments = useStore($comments)
  const request =
    approval.state === 'changes_requested' && comments.postId === post._id && comments.state === 'ready'
      ? comments.data.find(({ internal, createdAt }) => !internal && createdAt === approval.at)
      : undefined
  const { previous, current } = approval
  return (
    <section
      aria-label="Approval"
      className={`grid grid-cols-1 gap-3 rounded-box border p-4 ${tone === 'warning' && canChange ? 'border-amber/60' : 'border-base-300'}`}
    >
      <div role="status" className="grid gap-1.5">
        <Badge tone={tone} icon={icon}>
          {label}
        </Badge>
        {canChange && <p className="text-sm font-semibold">{whenAndWhere(post, zone)}</p>}
        <p className="text-sm">
          {isMissed
            ? describeMissed(approval, zone)
            : canChange
              ? describeApproval(post, approval, {
                  zone,
                  alike: alikeIds(occurrences).length,
                  otherTexts: countOtherTexts(occurrences, post),
                })
              : describeDecision(approval, zone)}
        </p>
        {request && (
          <p dir="auto" className="border-s-2 border-amber ps-3 text-sm wrap-anywhere whitespace-pre-wrap">
            {request.message}
          </p>
        )}
      </div>
      {previous && current && canChange && (
        <div className="grid grid-cols-1 gap-2 border-t border-base-300 pt-3">
          <h3 className="text-sm font-semibold">Changed since the last decision</h3>
          <Changes before={previous} after={current} timeOf={at => formatDayTime(at, zone)} />
        </div>
      )}
    </section>
  )
}

const VERBS: Partial<Record<Approval['state'], string>> = {
  approved: 'Approved by',
  exempt: 'Exempted from approval by',
}

/** Returns 'Approved by Jo with a review link, Mon 23 Nov, 9:30 am.' */
function describeDecision({ state, by, at, via }: Approval, zone: string): string {
  if (!by || !at) return ''
  const verb = VERBS[state] ?? 'Sent back by'
  const way = via === 'link' ? ' with a review link' : via === 'administrator' ? ' as administrator' : ''
  return `${verb} ${by}${way}, ${formatDueIn(zone, at)}.`
}

/** Returns 'Mon 30 Nov, 9:30 pm · Facebook, Instagram', without the networks that have the post. */
function whenAndWhere(post: Post, zone: string): string {
  const missed = missedOf(post.deliveries, new Date())
  const due = formatDueIn(zone, missed?.at ?? dueAt(post))
  const when = goesOutWhenApproved(post) ? ONCE_APPROVED : missed ? `Was due ${due}` : due
  const left = post.deliveries.filter(isChangeable)
  return `${when} · ${left.map(({ network }) => networks[network].name).join(', ')}`
}

const describeMissed = (approval: Approval, zone: string) =>
  needsNoApproval(approval.state)
    ? `${describeDecision(approval, zone)} Its scheduled time had already passed, so choose a new one.`
    : 'It wasn’t approved in time. Approve it and choose a new time.'

type Waiting = { zone: string; alike: number; otherTexts: number }

function describeApproval({ deliveries }: Post, approval: Approval, { zone, alike, otherTexts }: Waiting) {
  const { state, whenApproved, byLink } = approval
  if (state === 'draft') return 'It won’t go out until it’s approved.'
  if (state === 'in_review')
    return whenApproved
      ? 'It goes out as soon as it’s approved.'
      : [
          byLink && 'It waits for the decision of whoever has its review link.',
          'Once it’s approved, it goes out at its scheduled time.',
          alike > 0 &&
            `${plural(alike, 'other post')} of its series ${alike === 1 ? 'waits' : 'wait'} with the same words and pictures.`,
          otherTexts > 0 && `${otherTexts} ${otherTexts === 1 ? 'waits' : 'wait'} with another text.`,
        ]
          .filter(Boolean)
          .join(' ')
  const end = !needsNoApproval(state)
    ? approval.current
      ? 'It was edited since. Send it for approval again.'
      : 'Edit it, then send it for approval again.'
    : deliveries.some(({ state }) => state === 'held')
      ? 'It’s on hold for the reason below, so it doesn’t go out yet.'
      : state === 'exempt'
        ? 'It was due soon when approval became required, so it goes out without one.'
        : 'Exactly this version goes out.'
  return `${describeDecision(approval, zone)} ${end}`
}
