import { useEffect, useRef, useState } from 'react'

import { plural } from '#shared/plural.ts'
import type { Review, ReviewPost } from '#shared/posts/review-links.ts'
import { Avatar } from '#site/ui/Avatar.tsx'
import { useBusy } from '#site/ui/Button.tsx'
import { PerchedBird } from '#site/ui/drawings.tsx'
import { LinkGone, LoadFailed, LoadingHeading } from '../links/LinkMessages.tsx'
import { useRestoredFocus } from '../links/use-restored-focus.ts'
import { AskDialog } from './AskDialog.tsx'
import { PostCard } from './PostCard.tsx'
import { restoreLostFocus } from './restore-lost-focus.ts'
import {
  alikeIn,
  approveAll,
  byOthersIn,
  enterPin,
  getShown,
  goesOutChanged,
  isAnswered,
  isOpen,
  isPlanned,
  isUndecided,
  listen,
  loadReview,
  saveName,
  savedName,
  toApproveIn,
  waitingIn,
} from './store.ts'
import { watchReview } from './watch.ts'

/** The page behind a review link: its posts, for somebody without a login. */
export function ReviewPage() {
  const [shown, setShown] = useState(getShown)
  useRestoredFocus(shown.state)
  useEffect(() => {
    const stop = listen(() => setShown(getShown()))
    void loadReview()
    const unwatch = watchReview()
    return () => {
      stop()
      unwatch()
    }
  }, [])

  switch (shown.state) {
    case 'loading':
      return (
        <div role="status" className="grid grid-cols-1 gap-6">
          <LoadingHeading title="Loading the posts" />
          <div className="grid grid-cols-1 gap-3 rounded-box border border-base-300 bg-raised pb-3 *:bg-base-200">
            <div className="h-12 rounded-t-box" />
            <div className="mx-4 h-10 w-48 rounded-field" />
            <div className="mx-4 h-5 rounded-field" />
            <div className="aspect-square" />
            <div className="mx-4 h-10 rounded-field" />
          </div>
        </div>
      )
    case 'pin':
      return <PinForm message={shown.message} />
    case 'gone':
      return <LinkGone title="There is nothing to review here" />
    case 'failed':
      return (
        <LoadFailed title="The posts didn’t load" message={shown.message} onRetry={() => void loadReview()} />
      )
    case 'ready':
      return <Posts review={shown.review} news={shown.news} />
  }
}

function Posts({ review, news = '' }: { review: Review; news: string | undefined }) {
  const [asked, setAsked] = useState<'all' | (() => void)>()
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const { business, posts } = review
  const toApprove = toApproveIn(review)
  const waiting = waitingIn(review)
  const byOthers = byOthersIn(review)
  const undecided = [...toApprove, ...byOthers]
  const planned = undecided.filter(isPlanned).length
  const goOutChanged = posts.filter(goesOutChanged)
  const goesOutUnreviewed = goOutChanged.length > 0 || posts.some(post => isUndecided(post) && !isOpen(post))
  const holds = waiting.length > 0 || goOutChanged.length < posts.length
  /** Posts that were answered before this visit are at the end. Later decisions don't move posts. */
  const [answeredBefore] = useState(() => new Set(posts.filter(isAnswered).map(({ _id }) => _id)))
  const ordered = posts.toSorted(
    (a, b) => Number(answeredBefore.has(a._id)) - Number(answeredBefore.has(b._id)),
  )
  const rendered = useRenderedCount(ordered.length)

  function withName(act: () => void) {
    setProblem(undefined)
    if (savedName()) act()
    else setAsked(() => act)
  }

  /** Shows the message of a post that is no longer part of the link, and so has no card to show it. */
  function showIfGone({ _id }: ReviewPost, message: string) {
    const shown = getShown()
    if (shown.state !== 'ready' || shown.review.posts.some(post => post._id === _id)) return
    setProblem(message)
    restoreLostFocus(heading)
  }

  async function approveWaiting() {
    setAsked(undefined)
    setBusy(true)
    setProblem(await approveAll(toApprove))
    setBusy(false)
    restoreLostFocus(heading)
  }

  return (
    <>
      <header className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-3">
        <Avatar className="size-14 text-xl" name={business.name} src={business.picture} />
        <div className="min-w-0 flex-1 basis-40">
          <h1 ref={heading} tabIndex={-1} className="text-xl wrap-anywhere sm:text-2xl">
            {business.name}
          </h1>
          <p role="status" className="text-soft">
            {posts.length === 0
              ? 'There are no posts to review right now.'
              : undecided.length === 0
                ? 'All done. Thank you!'
                : waiting.length > 0
                  ? `${waiting.length} of ${posts.length} ${posts.length === 1 ? 'post waits' : 'posts wait'} for you${planned > 0 ? `, ${planned} ${planned === 1 ? 'goes' : 'go'} out as planned` : ''}`
                  : planned > 0
                    ? `${plural(planned, 'post goes', 'posts go')} out as planned, unless you ask for changes`
                    : 'This link can’t approve posts. You can still ask for changes.'}
          </p>
        </div>
        {toApprove.length > 1 && (
          <button
            type="button"
            className="btn border-edge bg-raised max-sm:w-full"
            aria-disabled={busy}
            onClick={() => busy || setAsked('all')}
          >
            {busy ? 'Saving…' : `Approve all ${toApprove.length}`}
          </button>
        )}
      </header>
      <p role="status" className="text-sm font-semibold not-empty:mb-4">
        {news}
      </p>
      {problem && (
        <p role="alert" className="mb-4 font-semibold text-error">
          {problem}
        </p>
      )}
      <div className="grid grid-cols-1 gap-5">
        {ordered.slice(0, rendered).map(post => (
          <PostCard
            key={post._id}
            post={post}
            alike={alikeIn(review, post)}
            folds={posts.length > 1}
            withName={withName}
            onFailed={message => showIfGone(post, message)}
          />
        ))}
      </div>
      {posts.length === 0 && (
        <div className="my-8 w-32">
          <PerchedBird />
        </div>
      )}
      {posts.length > 0 && (
        <p className="mt-6 text-sm text-soft">
          {[
            byOthers.length > 0 && planned === 0
              ? 'Somebody else approves these posts. If you ask for changes, a post waits until it is changed.'
              : holds &&
                `${goesOutUnreviewed ? 'Posts that wait for you' : 'Posts'} go out exactly as you approve them. If anybody changes one, it comes back to you.`,
            goOutChanged.length > 0 &&
              'Planned posts go out at their times, also without your approval. If you ask for changes, a post waits until it is changed.',
          ]
            .filter(Boolean)
            .join(' ')}
        </p>
      )}
      {asked === 'all' && (
        <AskDialog
          title={`Approve all ${toApprove.length} posts?`}
          text="They go out exactly as they are shown here."
          submit="Approve all"
          needsName={!savedName()}
          onClose={() => setAsked(undefined)}
          onDone={name => {
            if (name) saveName(name)
            void approveWaiting()
          }}
        />
      )}
      {typeof asked === 'function' && (
        <AskDialog
          needsName
          title="Your name"
          text="So that everyone knows who decided. We ask once."
          submit="Continue"
          onClose={() => setAsked(undefined)}
          onDone={name => {
            saveName(name)
            setAsked(undefined)
            asked()
          }}
        />
      )}
    </>
  )
}

function PinForm({ message }: { message: string }) {
  const [pin, setPin] = useState('')
  const [busy, during] = useBusy()
  return (
    <form
      className="grid max-w-sm grid-cols-1 gap-4 py-16"
      onSubmit={event => {
        event.preventDefault()
        if (pin && !busy) void during(() => enterPin(pin))
      }}
    >
      <h1 tabIndex={-1} className="text-2xl">
        Enter the PIN
      </h1>
      <label className="grid gap-1.5 text-sm font-semibold">
        The person who sent this link gave you one
        <input
          type="text"
          inputMode="numeric"
          autoComplete="off"
          maxLength={8}
          required
          className="input text-lg font-normal tracking-widest"
          value={pin}
          onChange={event => setPin(event.currentTarget.value)}
        />
      </label>
      {message && (
        <p role="alert" className="text-sm font-semibold text-error">
          {message}
        </p>
      )}
      <button type="submit" className="btn btn-primary" aria-disabled={busy}>
        See the posts
      </button>
    </form>
  )
}

/** Number of posts that fill a phone's window. */
const FIRST_POSTS = 1

/** Returns how many of a link's posts to render: first one, then one more at a time, so that a slow phone responds in between. */
function useRenderedCount(total: number): number {
  const [count, setCount] = useState(FIRST_POSTS)
  useEffect(() => {
    if (count >= total) return
    const timer = setTimeout(() => setCount(count + 1))
    return () => clearTimeout(timer)
  }, [count, total])
  return count
}
