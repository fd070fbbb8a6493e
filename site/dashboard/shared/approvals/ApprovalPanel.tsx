import { useStore } from '@nanostores/react'

import { networks } from '#shared/networks.ts'
import { type Approval, isCleared } from '#shared/posts/approvals.ts'
import { isUndelivered } from '#shared/posts/changes.ts'
import type { Post } from '#shared/posts/posts.ts'
import { dueAt, goesOutWhenApproved, ONCE_APPROVED } from '#site/dashboard/shared/post-dialogs/messages.ts'
import { $zoneOf, formatDueIn } from '#site/dashboard/shared/zone.ts'
import { Badge } from '#site/ui/Badge.tsx'
import { lazyComponent } from '#site/ui/rendering/lazy.tsx'
import { APPROVAL_BADGES } from './badges.ts'
import { $comments } from './comments.ts'
import { isHeldAsMissed } from './decisions-on.ts'

/** Loads lazily, because only changed posts need the comparison. */
const Changes = lazyComponent(async () => (await import('./Changes.tsx')).Changes)

/** Shows the state of a post's approval. The buttons to decide are in the dialog's footer (`Decisions`). */
export function ApprovalPanel({ post, approval }: { post: Post; approval: Approval }) {
  const { label, tone, icon: Icon } = APPROVAL_BADGES[approval.state]
  const canChange = isUndelivered(post.deliveries)
  const isMissed = isHeldAsMissed(post)
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
        <Badge tone={tone} icon={<Icon />}>
          {label}
        </Badge>
        {canChange && <p className="text-sm font-semibold">{whenAndWhere(post, zone)}</p>}
        <p className="text-sm">
          {isMissed
            ? missed(approval, zone)
            : canChange
              ? sentence(post, approval, zone)
              : decided(approval, zone)}
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
    </section>
  )
}

const VERBS: Partial<Record<Approval['state'], string>> = {
  approved: 'Approved by',
  exempt: 'Exempted from approval by',
}

/** 'Approved by Jo with a review link, Mon 23 Nov, 9:30 am.' */
function decided({ state, by, at, via }: Approval, zone: string): string {
  if (!by || !at) return ''
  const verb = VERBS[state] ?? 'Sent back by'
  const way = via === 'link' ? ' with a review link' : via === 'administrator' ? ' as administrator' : ''
  return `${verb} ${by}${way}, ${formatDueIn(zone, at)}.`
}

/** 'Mon 30 Nov, 9:30 pm · Facebook, Instagram' */
function whenAndWhere(post: Post, zone: string): string {
  const due = formatDueIn(zone, dueAt(post))
  const when = goesOutWhenApproved(post) ? ONCE_APPROVED : isHeldAsMissed(post) ? `Was due ${due}` : due
  return `${when} · ${post.deliveries.map(({ network }) => networks[network].name).join(', ')}`
}

const missed = (approval: Approval, zone: string) =>
  isCleared(approval.state)
    ? `${decided(approval, zone)} Its scheduled time had already passed, so choose a new one.`
    : 'It wasn’t approved in time. Approve it and choose a new time.'

function sentence({ deliveries }: Post, approval: Approval, zone: string): string {
  const { state, whenApproved } = approval
  if (state === 'draft') return 'It won’t go out until it’s approved.'
  if (state === 'in_review')
    return whenApproved
      ? 'It goes out as soon as it’s approved.'
      : 'Once it’s approved, it goes out at its scheduled time.'
  const end = !isCleared(state)
    ? 'Edit it, then send it for approval again.'
    : deliveries.some(({ state }) => state === 'held')
      ? 'It’s on hold for the reason below, so it doesn’t go out yet.'
      : state === 'exempt'
        ? 'It was due soon when approval became required, so it goes out without one.'
        : 'Exactly this version goes out.'
  return `${decided(approval, zone)} ${end}`
}
