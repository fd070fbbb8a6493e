import { MessageSquare } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'

import { formatList } from '#shared/format-list.ts'
import { networks } from '#shared/networks.ts'
import type { ReviewPost } from '#shared/posts/review-links.ts'
import { MAX_COMMENT_CHARS } from '#shared/posts/review-page.ts'
import { zonedLabel } from '#shared/reports/render/labels.ts'
import { excerpt as excerptOf } from '#shared/text/graphemes.ts'
import { Button, useBusy } from '#site/ui/Button.tsx'
import { PostPreviews } from '#site/ui/PostPreviews.tsx'
import { AnchorField, CommentBody } from '#site/ui/remarks/Anchors.tsx'
import { Remarks, useRemarks } from '#site/ui/remarks/Remarks.tsx'
import { lazyComponent } from '#site/ui/rendering/lazy.tsx'
import { DecisionBar } from './DecisionBar.tsx'
import { restoreLostFocus } from './restore-lost-focus.ts'
import {
  changeOf,
  comment,
  isAnswered,
  isOpen,
  isPlanned,
  isStopped,
  isUndecided,
  markChangeRead,
} from './store.ts'

type PostCardProps = {
  post: ReviewPost
  /** The other posts of its series that wait with the same content. */
  alike: readonly ReviewPost[]
  /** False for a link's only post, which stays open once it is answered. */
  folds: boolean
  /** Runs an action once the visitor has given a name. */
  withName: (act: () => void) => void
  /** Called with the message after a decision that wasn’t accepted. */
  onFailed: (message: string) => void
}

/** A post with its previews, and the buttons to decide on it. Answered posts fold to one row. */
export function PostCard({ post, alike, folds, withName, onFailed }: PostCardProps) {
  const [unfolded, setUnfolded] = useState(false)
  const card = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const row = useRef<HTMLButtonElement>(null)
  const when = post.approval.whenApproved
    ? 'As soon as it is approved'
    : post.missed
      ? `Was due ${post.when}`
      : post.when
  const isFoldable = folds && isAnswered(post)
  const hadFocus = useRef(false)
  hadFocus.current = card.current?.contains(document.activeElement) === true
  useEffect(() => {
    // A refresh can replace the row or the buttons while they have the focus.
    if (hadFocus.current) restoreLostFocus(row, heading)
  }, [post])

  function onDecided() {
    setUnfolded(false)
    restoreLostFocus(row, heading)
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
      aria-label={`Post for ${post.missed ? post.when : when}`}
      className={`overflow-clip rounded-box border border-base-300 bg-raised ${isFoldable ? '' : '[contain-intrinsic-height:auto_40rem] [content-visibility:auto]'}`}
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
        <header className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-base-300 px-4 py-3">
          <h2 ref={heading} tabIndex={-1} className="grow text-base">
            {when}
            {post.missed && <span className="font-normal">, {post.missed}</span>}
          </h2>
          <Badge post={post} />
        </header>
      )}
      {(!isFoldable || unfolded) && (
        // Not a grid, because a sticky element can't leave its row there.
        <div className={`flex flex-col ${isFoldable ? 'border-t border-base-300' : ''}`}>
          {/* The two margins keep the sticky bar off the first 10rem, so that nobody decides on a post before seeing it. */}
          <div className={isOpen(post) ? '-mb-40' : ''}>
            <Content post={post} when={when} withName={withName} />
          </div>
          {isOpen(post) && (
            <DecisionBar
              post={post}
              alike={alike}
              withName={withName}
              onDecided={onDecided}
              onFailed={message => {
                restoreLostFocus(row, heading)
                onFailed(message)
              }}
            />
          )}
        </div>
      )}
    </article>
  )
}

/** Loads lazily, because only changed posts need the comparison. Without it, the preview below shows the whole post. */
const Changes = lazyComponent(
  async () => (await import('#site/ui/Changes.tsx')).Changes,
  () => <p className="h-10 text-sm text-soft">Comparing…</p>,
  () => undefined,
)

/** Returns the content that reviewers see, without the crop and the account. */
const shownOf = ({ networks }: ReviewPost) =>
  networks.map(({ network, message, firstComment, extras, media, cover }) => ({
    network,
    account: '',
    message,
    firstComment,
    ...(extras && { extras }),
    media: media.map(({ _id, altText }) => ({ hash: _id, altText })),
    ...(cover && { cover: cover._id }),
    publishAt: null,
  }))

/** Marks a post that changed on the open page. It counts as read once this has been in view. */
function ChangedHere({ post }: { post: ReviewPost }) {
  const title = useRef<HTMLHeadingElement>(null)
  const change = changeOf(post)
  useEffect(() => {
    if (!change || !title.current) return
    const observer = new IntersectionObserver(entries => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) markChangeRead(post)
    })
    observer.observe(title.current)
    return () => observer.disconnect()
  }, [post, change])
  if (!change) return null
  const [before, after] = [change.before && shownOf(change.before), shownOf(post)]
  return (
    <section className="grid grid-cols-1 gap-2 border-b border-base-300 bg-base-200/60 px-4 py-3">
      <h3 ref={title} className="text-sm font-semibold text-amber">
        {before ? 'Changed while you were here' : 'Added while you were here'}
      </h3>
      {before &&
        (JSON.stringify(before) === JSON.stringify(after) ? (
          <p className="text-sm text-soft">Its pictures, videos or account have changed.</p>
        ) : (
          <Changes before={before} after={after} timeOf={at => zonedLabel(at.toISOString(), post.timeZone)} />
        ))}
    </section>
  )
}

type ContentProps = Pick<PostCardProps, 'post' | 'withName'> & { when: string }

function Content({ post, when, withName }: ContentProps) {
  const { previous, current } = post.approval
  const posts = post.networks.map(({ account, message, firstComment, ...shown }) => ({
    name: account?.name ?? '',
    username: account?.username ?? '',
    picture: account?.picture ?? '',
    text: message,
    time: when,
    comment: firstComment,
    ...shown,
  }))
  return (
    <>
      {isOpen(post) && <ChangedHere post={post} />}
      {isOpen(post) && previous && current && (
        <section className="grid grid-cols-1 gap-2 border-b border-base-300 bg-base-200/60 px-4 py-3">
          <h3 className="text-sm font-semibold">Changed since the last decision</h3>
          <Changes
            before={previous}
            after={current}
            timeOf={at => zonedLabel(at.toISOString(), post.timeZone)}
          />
        </section>
      )}
      <Remarks mayRemark comments={post.comments} posts={posts}>
        <div className="grid grid-cols-1 gap-4 p-4">
          <PostPreviews whole posts={posts} />
          {post.comments.length > 0 && (
            <ul aria-label="Comments" className="grid grid-cols-1 gap-3 text-sm">
              {post.comments.map(each => (
                <li key={each._id} className="border-s-2 border-base-300 ps-3">
                  <b className="block text-xs">{each.name}</b>
                  <CommentBody comment={each}>
                    <span dir="auto" className="block wrap-anywhere whitespace-pre-wrap">
                      {each.message}
                    </span>
                  </CommentBody>
                </li>
              ))}
            </ul>
          )}
          <CommentForm post={post} withName={withName} />
        </div>
      </Remarks>
    </>
  )
}

/** Form for a comment on the post or a part of it. Opens by its button, or when a part is chosen. */
function CommentForm({ post, withName }: Pick<PostCardProps, 'post' | 'withName'>) {
  const remarks = useRemarks()
  const anchor = remarks?.anchor
  const [open, setOpen] = useState(false)
  const [message, setMessage] = useState('')
  const [problem, setProblem] = useState<string>()
  const [busy, during] = useBusy()
  const field = useRef<HTMLTextAreaElement>(null)
  const isShown = open || anchor !== undefined
  useEffect(() => {
    if (isShown) field.current?.focus()
  }, [isShown, anchor])

  const send = () =>
    during(async () => {
      const failed = await comment(post, message, anchor)
      setProblem(failed)
      if (failed) return
      setMessage('')
      setOpen(false)
      remarks?.setAnchor(undefined)
    })

  return (
    <form
      className="grid grid-cols-1 gap-2"
      onSubmit={event => {
        event.preventDefault()
        if (message.trim() === '') setProblem('Please enter your comment.')
        else if (!busy) withName(() => void send())
      }}
    >
      <div className="flex flex-wrap gap-x-2">
        {!isShown && (
          <Button
            small
            variant="quiet"
            className="-ms-2"
            icon={<MessageSquare className="size-3.5" />}
            onClick={() => setOpen(true)}
          >
            Comment
          </Button>
        )}
        <AnchorField />
      </div>
      {isShown && (
        <>
          <label className="grid gap-1.5 text-sm font-semibold">
            Your comment
            <textarea
              ref={field}
              dir="auto"
              rows={2}
              maxLength={MAX_COMMENT_CHARS}
              required
              className="textarea font-normal"
              value={message}
              onChange={event => setMessage(event.currentTarget.value)}
            />
          </label>
          {problem && (
            <p role="alert" className="text-sm text-error">
              {problem}
            </p>
          )}
          <Button type="submit" busy={busy}>
            Send comment
          </Button>
        </>
      )}
    </form>
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
  if (!isOpen(post))
    return isUndecided(post)
      ? { label: 'Going out or published, without a review', tone: 'text-soft' }
      : { label: '✓ Going out or published', tone: 'text-success' }
  if (isStopped(post)) return { label: 'Back with its author', tone: 'text-soft' }
  if (isPlanned(post)) return { label: plannedLabel(post), tone: 'text-soft' }
  if (byOthers && (state === 'draft' || state === 'in_review'))
    return { label: '● Waits for somebody else', tone: 'text-soft' }
  const [label, tone] = STATES[state]
  return { label: by ? `${label} by ${by}` : label, tone }
}

function plannedLabel({ networks: all }: ReviewPost): string {
  const held = all.filter(({ state }) => state === 'held').map(({ network }) => networks[network].name)
  return held.length > 0
    ? `● Planned. ${formatList(held)} ${held.length > 1 ? 'wait' : 'waits'} for the business’s team`
    : '● Planned, goes out at its time'
}

/** The status beside the heading of a post that isn't folded. */
function Badge({ post }: { post: ReviewPost }) {
  const { label, tone } = statusOf(post)
  return (
    <p role="status" className={`text-sm font-semibold wrap-anywhere ${tone}`}>
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
    <h2 className="font-sans text-base font-normal tracking-normal">
      <button
        ref={button}
        type="button"
        aria-expanded={unfolded}
        className="grid min-h-14 w-full cursor-pointer grid-cols-[minmax(0,1fr)_auto] content-center gap-x-3 px-4 py-2 text-start text-sm -outline-offset-2 hover:bg-base-200 focus-visible:rounded-box"
        onClick={onToggle}
      >
        <span className="font-semibold">
          {when}
          {post.missed && <span className="font-normal">, {post.missed}</span>}
        </span>
        <span className="truncate text-soft">
          <b className={`font-semibold ${tone}`}>{label}</b>
          {excerpt && <span translate="no"> · {excerpt}</span>}
        </span>
        <span
          aria-hidden="true"
          className={`col-start-2 row-span-2 row-start-1 me-1 size-2.5 self-center border-e-2 border-b-2 border-soft ${unfolded ? 'translate-y-0.5 -rotate-135' : '-translate-y-0.5 rotate-45'}`}
        />
      </button>
    </h2>
  )
}
