/** @jsxImportSource preact */
import type { ComponentType, RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'

import { networks } from '#shared/networks.ts'
import type { ReviewPost } from '#shared/posts/review-links.ts'
import { zonedLabel } from '#shared/reports/render/labels.ts'
import { excerpt as excerptOf } from '#shared/text/graphemes.ts'
import { markLinks } from '#shared/text/tags.ts'
import { PRESSABLE } from '#site/ui/fields/pressed.ts'
import { AccountPicture, Drawing } from '../links/LinkMessages.tsx'
import type { ChangesProps } from './Changes.tsx'
import { DecisionBar, focusIfLost } from './DecisionBar.tsx'
import { isAnswered, isOpen, isStopped } from './store.ts'

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
function Badge({ post }: { post: ReviewPost }) {
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
function FoldedHeading({ button, post, when, unfolded, onToggle }: FoldedHeadingProps) {
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

/** Compares the post with the version of the last decision. The comparison loads only for changed posts. */
function ChangedSince(props: ChangesProps) {
  const [Changes, setChanges] = useState<ComponentType<ChangesProps>>()
  useEffect(() => {
    // Renders nothing if the comparison can't be loaded, because the preview below shows the whole post.
    import('./Changes.tsx').then(module => setChanges(() => module.Changes)).catch(() => undefined)
  }, [])
  return (
    <section class="grid grid-cols-1 gap-2 border-b border-base-300 bg-base-200/60 px-4 py-3 text-sm">
      <h3 class="text-sm font-semibold">Changed since the last decision</h3>
      {Changes ? <Changes {...props} /> : <p class="h-10 text-soft">Comparing…</p>}
    </section>
  )
}

type Network = ReviewPost['networks'][number]

/** A post as one network shows it. Instagram has its pictures above the text, the others below it. */
function Preview({
  network,
  account,
  message,
  firstComment,
  media,
  isFirst,
}: Network & { isFirst: boolean }) {
  const name = account?.name || networks[network].name
  const text = message && (
    <p dir="auto" translate={false} class="px-4 text-sm wrap-anywhere whitespace-pre-wrap">
      {network === 'instagram' && <b>{name} </b>}
      {markLinks(message).map(({ piece, isLink }, at) => (isLink ? <Linked key={at} text={piece} /> : piece))}
    </p>
  )
  return (
    <div class="grid grid-cols-1 gap-3 py-3">
      <div class="flex items-center gap-2.5 px-4">
        <AccountPicture name={name} picture={account?.picture} />
        <p class="min-w-0 text-sm">
          <b translate={false} class="block truncate">
            {name}
          </b>
          <span class="flex items-center gap-1.5 text-xs text-soft">
            <Drawing name={network} class="size-3.5" />
            {networks[network].name}
          </span>
        </p>
      </div>
      {network !== 'instagram' && text}
      {media.length > 0 && <Media media={media} isFirst={isFirst} />}
      {network === 'instagram' && text}
      {firstComment && (
        <p
          dir="auto"
          class="mx-4 rounded-field bg-base-200 px-3 py-2 text-sm wrap-anywhere whitespace-pre-wrap"
        >
          <b class="block text-xs">First comment</b>
          <span translate={false}>{firstComment}</span>
        </p>
      )}
    </div>
  )
}

const Linked = ({ text }: { text: string }) => <span class="text-info">{text}</span>

/** Shows one picture or video at a time, in order, with its alt text. */
function Media({ media, isFirst }: Pick<Network, 'media'> & { isFirst: boolean }) {
  const [wanted, setWanted] = useState(0)
  const at = Math.min(wanted, media.length - 1)
  const item = media[at]
  if (!item) return null
  return (
    <figure class="grid grid-cols-1 gap-1.5">
      {item.kind === 'image' ? (
        <img
          key={item._id}
          src={item.url}
          alt={item.altText}
          width={item.width}
          height={item.height}
          loading={isFirst ? 'eager' : 'lazy'}
          fetchpriority={isFirst ? 'high' : undefined}
          class="h-auto max-h-120 w-full bg-base-200 object-contain"
        />
      ) : (
        <video
          key={item._id}
          src={item.url}
          controls
          playsInline
          preload="metadata"
          aria-label={`Video ${item.name}`}
          class="max-h-120 w-full bg-base-200"
        />
      )}
      <figcaption class="flex items-center gap-2 px-4 text-xs text-soft empty:hidden">
        {(item.altText || media.length > 1) && (
          <span class="min-w-0 grow wrap-anywhere">{item.altText && `Alt text: ${item.altText}`}</span>
        )}
        {media.length > 1 && (
          <>
            <Turn label="Previous picture" sign="‹" to={at - 1} of={media.length} turn={setWanted} />
            <span translate={false} class="tabular-nums">
              {at + 1}/{media.length}
            </span>
            <Turn label="Next picture" sign="›" to={at + 1} of={media.length} turn={setWanted} />
          </>
        )}
      </figcaption>
    </figure>
  )
}

type TurnProps = { label: string; sign: string; to: number; of: number; turn: (to: number) => void }

const Turn = ({ label, sign, to, of, turn }: TurnProps) => (
  <button
    type="button"
    class="btn size-11 border-edge bg-raised text-lg"
    aria-label={label}
    disabled={to < 0 || to >= of}
    onClick={() => turn(to)}
  >
    {sign}
  </button>
)
