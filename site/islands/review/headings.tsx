/** @jsxImportSource preact */
import type { RefObject } from 'preact'

import type { ReviewPost } from '#shared/posts/review-links.ts'
import { excerpt as excerptOf } from '#shared/text/graphemes.ts'
import { isOpen, isStopped } from './store.ts'

const EXCERPT_LENGTH = 80

const STATES = {
  draft: ['● Waits for you', 'text-amber'],
  in_review: ['● Waits for you', 'text-amber'],
  changes_requested: ['↩ Changes requested', 'text-amber'],
  approved: ['✓ Approved', 'text-success'],
  exempt: ['✓ Exempted from approval', 'text-success'],
} as const

function statusOf(post: ReviewPost): { label: string; tone: string } {
  const { state, by, byOthers } = post.approval
  if (!isOpen(post)) return { label: '✓ Going out or published', tone: 'text-success' }
  if (isStopped(post)) return { label: 'Back with its author', tone: 'text-soft' }
  if (byOthers && (state === 'draft' || state === 'in_review'))
    return { label: '● Waits for somebody else', tone: 'text-soft' }
  const [label, tone] = STATES[state]
  return { label: by ? `${label} by ${by}` : label, tone }
}

/** The status beside the heading of a post that isn't folded. */
export function Badge({ post }: { post: ReviewPost }) {
  const { label, tone } = statusOf(post)
  return (
    <p role="status" class={`text-sm font-semibold wrap-anywhere ${tone}`}>
      {label}
    </p>
  )
}

type FoldedHeadingProps = {
  button: RefObject<HTMLButtonElement | null>
  post: ReviewPost
  when: string
  unfolded: boolean
  onToggle: () => void
}

/** The row to which an answered post folds. Pressing it shows or hides the post. */
export function FoldedHeading({ button, post, when, unfolded, onToggle }: FoldedHeadingProps) {
  const { label, tone } = statusOf(post)
  const excerpt = post.networks[0] && excerptOf(post.networks[0].message, EXCERPT_LENGTH)
  return (
    <h2 class="font-sans text-base font-normal tracking-normal">
      <button
        ref={button}
        type="button"
        aria-expanded={unfolded}
        class="grid min-h-14 w-full cursor-pointer grid-cols-[minmax(0,1fr)_auto] content-center gap-x-3 px-4 py-2 text-start text-sm -outline-offset-2 hover:bg-base-200 focus-visible:rounded-box"
        onClick={onToggle}
      >
        <span class="truncate font-semibold">{when}</span>
        <span class="truncate text-soft">
          <b class={`font-semibold ${tone}`}>{label}</b>
          {excerpt && <span translate={false}> · {excerpt}</span>}
        </span>
        <span
          aria-hidden="true"
          class={`col-start-2 row-span-2 row-start-1 me-1 size-2.5 self-center border-e-2 border-b-2 border-soft ${unfolded ? 'translate-y-0.5 -rotate-135' : '-translate-y-0.5 rotate-45'}`}
        />
      </button>
    </h2>
  )
}
