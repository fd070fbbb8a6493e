/** @jsxImportSource preact */
import { useRef, useState } from 'preact/hooks'

import { networks } from '#shared/networks.ts'
import type { ReviewPost } from '#shared/posts/review-links.ts'
import { zonedLabel } from '#shared/reports/render/labels.ts'
import { PRESSABLE } from '#site/ui/fields/pressed.ts'
import { ChangedSince } from './ChangedSince.tsx'
import { focusIfLost } from './focus-if-lost.ts'
import { FormButtons } from './FormButtons.tsx'
import { Preview } from './Preview.tsx'
import { approve, isOpen, requestChanges } from './store.ts'

type PostCardProps = {
  post: ReviewPost
  /** True for the post at the top, whose picture loads first. */
  isFirst: boolean
  /** Runs an action once the visitor has given a name. */
  withName: (act: () => void) => void
}

/** A post with its previews, and the buttons to decide on it. */
export function PostCard({ post, isFirst, withName }: PostCardProps) {
  const [chosen, setChosen] = useState(0)
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const heading = useRef<HTMLHeadingElement>(null)
  const when = post.approval.whenApproved ? 'As soon as it is approved' : post.when
  const shown = post.networks[chosen] ?? post.networks[0]
  const canDecide = isOpen(post)
  const { state, previous, current, byOthers } = post.approval

  async function run(act: () => Promise<string | undefined>) {
    setBusy(true)
    const failed = await act()
    setProblem(failed)
    if (!failed) setAsking(false)
    setBusy(false)
    focusIfLost(heading)
  }

  function closeRequest() {
    setAsking(false)
    focusIfLost(heading)
  }

  return (
    <article
      aria-label={`Post for ${when}`}
      class="grid grid-cols-1 overflow-hidden rounded-box border border-base-300 bg-raised"
    >
      <header class="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-base-300 px-4 py-3">
        <h2 ref={heading} tabIndex={-1} class="grow text-base">
          {when}
        </h2>
        <Badge post={post} />
      </header>
      {canDecide && previous && current && (
        <ChangedSince
          before={previous}
          after={current}
          timeOf={at => zonedLabel(at.toISOString(), post.timeZone)}
        />
      )}
      {post.networks.length > 1 && (
        <div role="group" aria-label="Show as on" class="flex flex-wrap gap-2 px-4 pt-3">
          {post.networks.map(({ network }, at) => (
            <button
              key={network}
              type="button"
              aria-pressed={at === chosen}
              class={`${PRESSABLE} min-h-11`}
              onClick={() => setChosen(at)}
            >
              {networks[network].shortName}
            </button>
          ))}
        </div>
      )}
      {shown && <Preview key={shown.network} {...shown} isFirst={isFirst} />}
      {post.comments.length > 0 && (
        <ul aria-label="Comments" class="grid grid-cols-1 gap-3 border-t border-base-300 px-4 py-3 text-sm">
          {post.comments.map(({ _id, name, message }) => (
            <li key={_id} class="border-s-2 border-base-300 ps-3">
              <b class="block text-xs">{name}</b>
              <span dir="auto" class="block wrap-anywhere whitespace-pre-wrap">
                {message}
              </span>
            </li>
          ))}
        </ul>
      )}
      {problem && (
        <p role="alert" class="border-t border-base-300 px-4 py-3 text-sm font-semibold text-error">
          {problem}
        </p>
      )}
      {canDecide && asking && (
        <RequestForm
          busy={busy}
          onSend={comment => withName(() => void run(() => requestChanges(post, comment)))}
          onClose={closeRequest}
        />
      )}
      {canDecide && !asking && (
        <div class="flex flex-wrap gap-2 border-t border-base-300 px-4 py-3">
          {state !== 'approved' && !byOthers && (
            <button
              type="button"
              class={`btn grow basis-32 ${state === 'changes_requested' ? 'border-edge bg-raised' : 'btn-primary'}`}
              aria-disabled={busy}
              onClick={() => busy || withName(() => void run(() => approve(post)))}
            >
              {busy ? 'Saving…' : state === 'changes_requested' ? 'Approve it as it is' : 'Approve'}
            </button>
          )}
          {state !== 'changes_requested' && (
            <button
              type="button"
              class="btn grow basis-32 border-edge bg-raised"
              onClick={() => setAsking(true)}
            >
              Request changes
            </button>
          )}
        </div>
      )}
    </article>
  )
}

const STATES = {
  draft: ['● Waits for you', 'text-amber'],
  in_review: ['● Waits for you', 'text-amber'],
  changes_requested: ['↩ Changes requested', 'text-amber'],
  approved: ['✓ Approved', 'text-success'],
} as const

function Badge({ post }: { post: ReviewPost }) {
  const { state, by } = post.approval
  const [label, tone] = isOpen(post) ? STATES[state] : (['✓ Going out or published', 'text-success'] as const)
  return (
    <p role="status" class={`text-sm font-semibold ${tone}`}>
      {label}
      {by && isOpen(post) && ` by ${by}`}
    </p>
  )
}

type RequestFormProps = { busy: boolean; onSend: (comment: string) => void; onClose: () => void }

function RequestForm({ busy, onSend, onClose }: RequestFormProps) {
  const [comment, setComment] = useState('')
  const [isMissing, setMissing] = useState(false)
  return (
    <form
      noValidate
      class="grid grid-cols-1 gap-2 border-t border-base-300 px-4 py-3"
      onSubmit={event => {
        event.preventDefault()
        setMissing(comment.trim() === '')
        if (comment.trim() !== '' && !busy) onSend(comment)
      }}
    >
      <label class="grid gap-1.5 text-sm font-semibold">
        What should change?
        <textarea
          ref={field => field?.focus()}
          dir="auto"
          rows={3}
          maxLength={5000}
          required
          aria-invalid={isMissing}
          class="textarea w-full"
          value={comment}
          onInput={event => setComment(event.currentTarget.value)}
        />
      </label>
      {isMissing && (
        <p role="alert" class="text-sm text-error">
          Please say what should change.
        </p>
      )}
      <FormButtons submit={busy ? 'Sending…' : 'Send request'} busy={busy} onBack={onClose} />
    </form>
  )
}
