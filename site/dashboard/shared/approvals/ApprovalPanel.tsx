import { useStore } from '@nanostores/react'
import { type FormEvent, type ReactNode, useState } from 'react'

import { type Approval, APPROVAL_MESSAGES } from '#shared/posts/approvals.ts'
import { APPROVAL_MISSED, CHANGEABLE_STATES, type DeliveryState, type Post } from '#shared/posts/posts.ts'
import { $may } from '#site/dashboard/shared/permissions/permissions.ts'
import { $zoneOf } from '#site/dashboard/shared/zone.ts'
import { formatDayTime } from '#site/lib/format.ts'
import { Badge } from '#site/ui/Badge.tsx'
import { BusyButton } from '#site/ui/BusyButton.tsx'
import { Button } from '#site/ui/Button.tsx'
import { TextArea } from '#site/ui/fields/Field.tsx'
import { keepFocus } from '#site/ui/keep-focus.ts'
import { lazyComponent } from '#site/ui/rendering/lazy.tsx'
import { APPROVAL_BADGES } from './badges.ts'
import { $comments } from './comments.ts'
import { $decided, approve, requestChanges, sendForApproval } from './decide.ts'
import { $mayRequestApproval } from './may-request-approval.ts'

/** Loads lazily, because most readers don't approve. */
const NextWaiting = lazyComponent(async () => (await import('./NextWaiting.tsx')).NextWaiting)

/** Loads lazily, because only changed posts need the comparison. */
const Changes = lazyComponent(async () => (await import('./Changes.tsx')).Changes)

const changeable: readonly DeliveryState[] = CHANGEABLE_STATES

/** Shows the state of a post's approval, and the decisions that the user may make. */
export function ApprovalPanel({ post, approval }: { post: Post; approval: Approval }) {
  const { label, tone, icon: Icon } = APPROVAL_BADGES[approval.state]
  const canChange = post.deliveries.some(({ state }) => changeable.includes(state))
  const isMissed = isHeldAsMissed(post)
  const zone = useStore($zoneOf)(post.domainId)
  const comments = useStore($comments)
  const request =
    approval.state === 'changes_requested' && comments.postId === post._id && comments.state === 'ready'
      ? comments.data.find(({ internal, createdAt }) => !internal && createdAt === approval.at)
      : undefined
  const isDecided = useStore($decided) === post._id && approval.state !== 'in_review'
  const { previous, current } = approval
  return (
    <section
      aria-label="Approval"
      className={`grid grid-cols-1 gap-3 rounded-box border p-4 ${tone === 'warning' && canChange ? 'border-amber/60' : 'border-base-300'}`}
    >
      <div role="status" className="grid gap-1.5">
        <Badge tone={tone} icon={<Icon aria-hidden="true" className="size-3.5" />}>
          {label}
        </Badge>
        <p className="text-sm">
          {isMissed ? missed(approval) : canChange ? sentence(approval) : decided(approval)}
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
          <Changes before={previous} after={current} zone={zone} />
        </div>
      )}
      {isDecided && <NextWaiting />}
      {canChange && <Decisions key={`${post._id} ${approval.state}`} post={post} approval={approval} />}
    </section>
  )
}

/** 'Approved by Jo with a review link, Mon 23 Nov, 9:30 am.' */
function decided({ state, by, at, via }: Approval): string {
  if (!by || !at) return ''
  const verb = state === 'approved' ? 'Approved by' : 'Sent back by'
  const way = via === 'link' ? ' with a review link' : via === 'administrator' ? ' as administrator' : ''
  return `${verb} ${by}${way}, ${formatDayTime(at)}.`
}

const isHeldAsMissed = ({ deliveries }: Post) =>
  deliveries.some(({ state, reasonCode }) => state === 'held' && reasonCode === APPROVAL_MISSED)

const missed = (approval: Approval) =>
  approval.state === 'approved'
    ? `${decided(approval)} Its scheduled time had already passed, so choose a new one.`
    : 'It wasn’t approved in time. Approve it and choose a new time.'

function sentence(approval: Approval): string {
  const { state, whenApproved } = approval
  if (state === 'draft') return 'It won’t go out until it’s approved.'
  if (state === 'in_review')
    return whenApproved
      ? 'It goes out as soon as it’s approved.'
      : 'Once it’s approved, it goes out at its scheduled time.'
  const end =
    state === 'approved' ? 'Exactly this version goes out.' : 'Edit it, then send it for approval again.'
  return `${decided(approval)} ${end}`
}

function Decisions({ post, approval }: { post: Post; approval: Approval }) {
  const may = useStore($may)
  const mayRequestApproval = useStore($mayRequestApproval)
  const [asking, setAsking] = useState(false)
  const { state, contentHash } = approval
  const mayApprove = may(post.domainId, 'approve') && !approval.byOthers
  if (asking) return <RequestForm post={post} onClose={() => setAsking(false)} />
  return (
    <div ref={keepFocus} className="flex flex-wrap gap-2 empty:hidden">
      {mayRequestApproval(post) && (
        <ActionButton
          variant={state === 'draft' && mayApprove ? 'plain' : 'primary'}
          label="Send for approval"
          act={() => sendForApproval(post)}
        />
      )}
      {mayApprove && state !== 'approved' && (
        <ActionButton
          variant={state === 'in_review' ? 'primary' : 'plain'}
          label="Approve"
          act={() => approve(post, contentHash)}
        />
      )}
      {mayApprove && (state === 'in_review' || state === 'approved') && (
        <Button variant={state === 'approved' ? 'quiet' : 'plain'} onClick={() => setAsking(true)}>
          Request changes
        </Button>
      )}
    </div>
  )
}

type ActionProps = { variant: 'primary' | 'plain'; label: ReactNode; act: () => Promise<unknown> }

const ActionButton = ({ variant, label, act }: ActionProps) => (
  <BusyButton variant={variant} onClick={() => act().catch(() => undefined)}>
    {label}
  </BusyButton>
)

const focusInput = (input: HTMLTextAreaElement | null) => input?.focus()

function RequestForm({ post, onClose }: { post: Post; onClose: () => void }) {
  const [comment, setComment] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (comment.trim() === '') return setError(APPROVAL_MESSAGES.noComment)
    setBusy(true)
    await requestChanges(post, comment).catch(() => undefined)
    setBusy(false)
  }

  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-3">
      <TextArea
        ref={focusInput}
        required
        rows={3}
        maxLength={5000}
        label="What should change?"
        hint="The author and reviewers see this."
        value={comment}
        error={error}
        onChange={event => {
          setComment(event.target.value)
          setError(undefined)
        }}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={busy}>
          Request changes
        </Button>
        <Button variant="quiet" disabled={busy} onClick={onClose}>
          Back
        </Button>
      </div>
    </form>
  )
}
