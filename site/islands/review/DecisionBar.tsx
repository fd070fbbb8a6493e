import { type RefObject, useEffect, useRef, useState } from 'react'

import { alsoOthersLabel } from '#shared/posts/alike.ts'
import type { ReviewPost } from '#shared/posts/review-links.ts'
import { markModal, markRoot } from '#site/ui/mark-root.ts'
import { approve, mayTakeBack, requestChanges, takeBack } from './store.ts'

const markBar = markRoot('bar')

type DecisionBarProps = {
  post: ReviewPost
  /** The other posts of its series that wait with the same content. */
  alike: readonly ReviewPost[]
  withName: (act: () => void) => void
  onDecided: () => void
  /** Called with the message after a decision that wasn’t accepted, for example because the post has changed. */
  onFailed: (message: string) => void
}

/** The buttons and the form to decide on a post. They stay at the bottom of the window while the post is visible. */
export function DecisionBar({ post, alike, withName, onDecided, onFailed }: DecisionBarProps) {
  const [asking, setAsking] = useState<'changes' | 'all'>()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const request = useRef<HTMLButtonElement>(null)
  const { state, byOthers } = post.approval
  const approveLabel =
    alike.length > 0
      ? 'Approve only this one'
      : busy
        ? 'Saving…'
        : state === 'changes_requested'
          ? 'Approve it as it is'
          : 'Approve'

  async function run(act: () => Promise<string | undefined>) {
    setBusy(true)
    const failed = await act()
    setProblem(failed)
    setBusy(false)
    if (failed) return onFailed(failed)
    setAsking(undefined)
    onDecided()
  }

  return (
    <div
      ref={markBar}
      data-decisions
      className="sticky bottom-0 mt-40 grid grid-cols-1 gap-3 border-t border-base-300 bg-raised px-3 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] sm:px-4 [@media(max-height:25rem)]:static"
    >
      {problem && (
        <p role="alert" className="text-sm font-semibold wrap-anywhere text-error">
          {problem}
        </p>
      )}
      {asking === 'changes' ? (
        <RequestForm
          busy={busy}
          alike={alike.length}
          onSend={(comment, isForAll) =>
            withName(() => void run(() => requestChanges(post, comment, isForAll ? alike : [])))
          }
          onClose={() => {
            setAsking(undefined)
            restoreLostFocus(request)
          }}
        />
      ) : (
        <div className="flex flex-wrap gap-2">
          {alike.length > 0 && !byOthers && (
            <button
              type="button"
              className="btn grow btn-primary max-sm:px-3"
              aria-disabled={busy}
              onClick={() => busy || setAsking('all')}
            >
              {busy ? 'Saving…' : `Approve ${alike.length + 1} posts`}
            </button>
          )}
          {state !== 'approved' && !byOthers && (
            <button
              type="button"
              className={`btn grow max-sm:px-3 ${state === 'changes_requested' || alike.length > 0 ? 'border-edge bg-raised' : 'btn-primary'}`}
              aria-disabled={busy}
              onClick={() => busy || withName(() => void run(() => approve(post)))}
            >
              {approveLabel}
            </button>
          )}
          {mayTakeBack(post) && (
            <button
              type="button"
              className="btn grow border-edge bg-raised max-sm:px-3"
              aria-disabled={busy}
              onClick={() => busy || void run(() => takeBack(post))}
            >
              Take back
            </button>
          )}
          {state !== 'changes_requested' && (
            <button
              ref={request}
              type="button"
              className="btn grow border-edge bg-raised max-sm:px-3"
              onClick={() => setAsking('changes')}
            >
              Request changes
            </button>
          )}
        </div>
      )}
      {asking === 'all' && (
        <AskDialog
          title={`Approve ${alike.length + 1} posts?`}
          text="They have the same words and pictures, and go out exactly as they are shown here:"
          items={[post, ...alike]
            .toSorted((a, b) => a.publishAt.localeCompare(b.publishAt))
            .map(({ when }) => when)}
          submit={`Approve ${alike.length + 1} posts`}
          needsName={false}
          onClose={() => setAsking(undefined)}
          onDone={() => {
            setAsking(undefined)
            withName(() => void run(() => approve(post, alike)))
          }}
        />
      )}
    </div>
  )
}

type RequestFormProps = {
  /** Number of other posts that the request may be about. */
  alike: number
  busy: boolean
  onSend: (comment: string, isForAll: boolean) => void
  onClose: () => void
}

function RequestForm({ alike, busy, onSend, onClose }: RequestFormProps) {
  const [isForAll, setIsForAll] = useState(false)
  const [comment, setComment] = useState('')
  const [isMissing, setMissing] = useState(false)
  return (
    <form
      noValidate
      className="grid grid-cols-1 gap-2"
      onSubmit={event => {
        event.preventDefault()
        setMissing(comment.trim() === '')
        if (comment.trim() !== '' && !busy) onSend(comment, isForAll)
      }}
    >
      <label className="grid gap-1.5 text-sm font-semibold">
        What should change?
        <textarea
          ref={field => field?.focus()}
          dir="auto"
          rows={3}
          maxLength={5000}
          required
          aria-invalid={isMissing}
          className="textarea"
          value={comment}
          onChange={event => setComment(event.currentTarget.value)}
        />
      </label>
      {isMissing && (
        <p role="alert" className="text-sm text-error">
          Please say what should change.
        </p>
      )}
      {alike > 0 && (
        <label className="flex min-h-11 items-center gap-2 text-sm">
          <input
            type="checkbox"
            className="size-5 shrink-0 accent-primary"
            checked={isForAll}
            onChange={event => setIsForAll(event.currentTarget.checked)}
          />
          {alsoOthersLabel(alike)}
        </label>
      )}
      <FormButtons
        submit={busy ? 'Sending…' : isForAll ? `Send request for ${alike + 1} posts` : 'Send request'}
        busy={busy}
        onBack={onClose}
      />
    </form>
  )
}

type AskDialogProps = {
  title: string
  text: string
  items?: readonly string[]
  submit: string
  needsName: boolean
  onClose: () => void
  /** `name` is empty if none is needed. */
  onDone: (name: string) => void
}

/** Asks for confirmation and, if it isn't known, the visitor's name. */
export function AskDialog({ title, text, items = [], submit, needsName, onClose, onDone }: AskDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [name, setName] = useState('')
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    const unmark = markModal()
    // Closing returns the focus, which removing the element doesn't.
    return () => {
      unmark()
      element?.close()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-labelledby="ask"
      className="m-auto w-[calc(100%-2rem)] max-w-sm rounded-box border border-base-300 bg-raised p-6 text-base-content"
      onClose={onClose}
    >
      <form
        className="grid grid-cols-1 gap-4"
        onSubmit={event => {
          event.preventDefault()
          if (!needsName || name.trim()) onDone(name.trim())
        }}
      >
        <h2 id="ask" className="text-xl">
          {title}
        </h2>
        <p className="text-sm text-soft">{text}</p>
        {items.length > 0 && (
          <ul className="grid max-h-[40dvh] gap-1 overflow-y-auto text-sm tabular-nums" tabIndex={0}>
            {items.map(item => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        )}
        {needsName && (
          <label className="grid gap-1.5 text-sm font-semibold">
            Your name
            <input
              required
              type="text"
              autoComplete="name"
              maxLength={80}
              className="input"
              value={name}
              onChange={event => setName(event.currentTarget.value)}
            />
          </label>
        )}
        <FormButtons submit={submit} onBack={onClose} />
      </form>
    </dialog>
  )
}

const FormButtons = ({ submit, busy, onBack }: { submit: string; busy?: boolean; onBack: () => void }) => (
  <div className="flex flex-wrap gap-2">
    <button type="submit" className="btn btn-primary grow" aria-disabled={busy}>
      {submit}
    </button>
    <button type="button" className="btn grow border-edge bg-raised" onClick={onBack}>
      Back
    </button>
  </div>
)

/** Moves the focus to the first target on screen if the focused button has disappeared. */
export const restoreLostFocus = (...targets: RefObject<HTMLElement | null>[]) =>
  requestAnimationFrame(() => {
    // `catchLostFocus` may have moved it to the page's heading.
    if (document.activeElement?.matches('body, main h1') === false) return
    targets.find(({ current }) => current)?.current?.focus({ preventScroll: true })
  })
