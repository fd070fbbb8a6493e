import { type RefObject, useEffect, useRef, useState } from 'react'

import type { ReviewPost } from '#shared/posts/review-links.ts'
import { approve, requestChanges } from './store.ts'

type DecisionBarProps = {
  post: ReviewPost
  withName: (act: () => void) => void
  onDecided: () => void
  /** Called with the message after a decision that wasn’t accepted, for example because the post has changed. */
  onFailed: (message: string) => void
}

/** The buttons and the form to decide on a post. They stay at the bottom of the window while the post is visible. */
export function DecisionBar({ post, withName, onDecided, onFailed }: DecisionBarProps) {
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const request = useRef<HTMLButtonElement>(null)
  const { state, byOthers } = post.approval

  async function run(act: () => Promise<string | undefined>) {
    setBusy(true)
    const failed = await act()
    setProblem(failed)
    setBusy(false)
    if (failed) return onFailed(failed)
    setAsking(false)
    onDecided()
  }

  return (
    // The margins of `data-decisions` in `review.css` keep the bar off the beginning of the post.
    <div
      data-decisions
      className="sticky bottom-0 grid grid-cols-1 gap-3 border-t border-base-300 bg-raised px-3 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] sm:px-4 [@media(max-height:25rem)]:static"
    >
      {problem && (
        <p role="alert" className="text-sm font-semibold wrap-anywhere text-error">
          {problem}
        </p>
      )}
      {asking ? (
        <RequestForm
          busy={busy}
          onSend={comment => withName(() => void run(() => requestChanges(post, comment)))}
          onClose={() => {
            setAsking(false)
            focusIfLost(request)
          }}
        />
      ) : (
        <div className="flex flex-wrap gap-2">
          {state !== 'approved' && !byOthers && (
            <button
              type="button"
              className={`btn grow max-sm:px-3 ${state === 'changes_requested' ? 'border-edge bg-raised' : 'btn-primary'}`}
              aria-disabled={busy}
              onClick={() => busy || withName(() => void run(() => approve(post)))}
            >
              {busy ? 'Saving…' : state === 'changes_requested' ? 'Approve it as it is' : 'Approve'}
            </button>
          )}
          {state !== 'changes_requested' && (
            <button
              ref={request}
              type="button"
              className="btn grow border-edge bg-raised max-sm:px-3"
              onClick={() => setAsking(true)}
            >
              Request changes
            </button>
          )}
        </div>
      )}
    </div>
  )
}

type RequestFormProps = { busy: boolean; onSend: (comment: string) => void; onClose: () => void }

function RequestForm({ busy, onSend, onClose }: RequestFormProps) {
  const [comment, setComment] = useState('')
  const [isMissing, setMissing] = useState(false)
  return (
    <form
      noValidate
      className="grid grid-cols-1 gap-2"
      onSubmit={event => {
        event.preventDefault()
        setMissing(comment.trim() === '')
        if (comment.trim() !== '' && !busy) onSend(comment)
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
          className="textarea w-full"
          value={comment}
          onChange={event => setComment(event.currentTarget.value)}
        />
      </label>
      {isMissing && (
        <p role="alert" className="text-sm text-error">
          Please say what should change.
        </p>
      )}
      <FormButtons submit={busy ? 'Sending…' : 'Send request'} busy={busy} onBack={onClose} />
    </form>
  )
}

type AskDialogProps = {
  title: string
  text: string
  submit: string
  needsName: boolean
  onClose: () => void
  /** `name` is empty if none is needed. */
  onDone: (name: string) => void
}

/** Asks for confirmation and, if it isn't known, the visitor's name. */
export function AskDialog({ title, text, submit, needsName, onClose, onDone }: AskDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [name, setName] = useState('')
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    // Closing returns the focus, which removing the element doesn't.
    return () => element?.close()
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
        {needsName && (
          <label className="grid gap-1.5 text-sm font-semibold">
            Your name
            <input
              required
              type="text"
              autoComplete="name"
              maxLength={80}
              className="input w-full"
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
export const focusIfLost = (...targets: RefObject<HTMLElement | null>[]) =>
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return
    targets.find(({ current }) => current)?.current?.focus({ preventScroll: true })
  })
