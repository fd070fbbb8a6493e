/** @jsxImportSource preact */
import { useRef, useState } from 'preact/hooks'

import { networks } from '#shared/networks.ts'
import type { ReviewPost } from '#shared/posts/review-links.ts'
import { zonedLabel } from '#shared/reports/render/labels.ts'
import { PRESSABLE } from '#site/ui/fields/pressed.ts'
import { ChangedSince } from './ChangedSince.tsx'
import { DecisionBar } from './DecisionBar.tsx'
import { focusIfLost } from './focus-if-lost.ts'
import { Badge, FoldedHeading } from './headings.tsx'
import { Preview } from './Preview.tsx'
import { isAnswered, isOpen } from './store.ts'

type PostCardProps = {
  post: ReviewPost
  /** True for the post at the top, whose picture loads first. */
  isFirst: boolean
  /** False for a link's only post, which stays open once it is answered. */
  folds: boolean
  /** Runs an action once the visitor has given a name. */
  withName: (act: () => void) => void
  /** Called with the message after a decision that wasn’t accepted. */
  onFailed: (message: string) => void
}

/** A post with its previews, and the buttons to decide on it. Answered posts fold to one row. */
export function PostCard({ post, isFirst, folds, withName, onFailed }: PostCardProps) {
  const [unfolded, setUnfolded] = useState(false)
  const card = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const row = useRef<HTMLButtonElement>(null)
  const when = post.approval.whenApproved ? 'As soon as it is approved' : post.when
  const isFoldable = folds && isAnswered(post)

  function onDecided() {
    setUnfolded(false)
    focusIfLost(row, heading)
    // The post folds to a row. If it began above the window, scrolls to the row, so that the next post is visible below it.
    requestAnimationFrame(() => {
      const { top = 0 } = card.current?.getBoundingClientRect() ?? {}
      if (top < 0) card.current?.scrollIntoView()
    })
  }

  return (
    <article
      ref={card}
      data-foldable={isFoldable || undefined}
      aria-label={`Post for ${when}`}
      class={`overflow-clip rounded-box border border-base-300 bg-raised ${isFoldable ? '' : '[contain-intrinsic-height:auto_40rem] [content-visibility:auto]'}`}
    >
      {isFoldable ? (
        <FoldedHeading
          button={row}
          post={post}
          when={when}
          unfolded={unfolded}
          onToggle={() => setUnfolded(!unfolded)}
        />
      ) : (
        <header class="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-base-300 px-4 py-3">
          <h2 ref={heading} tabIndex={-1} class="grow text-base">
            {when}
          </h2>
          <Badge post={post} />
        </header>
      )}
      {(!isFoldable || unfolded) && (
        // Not a grid, because a sticky element can't leave its row there.
        <div class={`flex flex-col ${isFoldable ? 'border-t border-base-300' : ''}`}>
          <Content post={post} isFirst={isFirst} />
          {isOpen(post) && (
            <DecisionBar
              post={post}
              withName={withName}
              onDecided={onDecided}
              onFailed={message => {
                focusIfLost(row, heading)
                onFailed(message)
              }}
            />
          )}
        </div>
      )}
    </article>
  )
}

function Content({ post, isFirst }: { post: ReviewPost; isFirst: boolean }) {
  const [chosen, setChosen] = useState(0)
  const shown = post.networks[chosen] ?? post.networks[0]
  const { previous, current } = post.approval
  return (
    <>
      {isOpen(post) && previous && current && (
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
    </>
  )
}
