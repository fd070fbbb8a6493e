import { useEffect, useRef, useState } from 'react'

import { alsoOthersLabel } from '#shared/posts/alike.ts'
import { isOpenRemark } from '#shared/posts/anchors.ts'
import type { ReviewPost } from '#shared/posts/review-links.ts'
import { MAX_COMMENT_CHARS } from '#shared/posts/review-page.ts'
import { markRoot } from '#site/ui/mark-root.ts'
import { AskDialog, FormButtons } from './AskDialog.tsx'
import { restoreLostFocus } from './restore-lost-focus.ts'
import { approve, isOwn, mayTakeBack, requestChanges, takeBack } from './store.ts'

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
  const [saving, setSaving] = useState<'this' | 'all' | 'changes' | 'take back'>()
  const busy = saving !== undefined
  const [problem, setProblem] = useState<string>()
  const request = useRef<HTMLButtonElement>(null)
  const { state, byOthers } = post.approval
  const approveAlone = state === 'changes_requested' ? 'Approve it as it is' : 'Approve'
  const approveLabel = alike.length > 0 ? 'Approve only this one' : approveAlone

  async function run(action: typeof saving, act: () => Promise<string | undefined>) {
    setSaving(action)
    setProblem(undefined)
    const failed = await act()
    setProblem(failed)
    setSaving(undefined)
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
          hasRemarks={post.comments.some(each => isOpenRemark(each) && isOwn(each))}
          alikeCount={alike.length}
          onSend={(comment, isForAll) =>
            withName(() => void run('changes', () => requestChanges(post, comment, isForAll ? alike : [])))
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
              {saving === 'all' ? 'Saving…' : `Approve ${alike.length + 1} posts`}
            </button>
          )}
          {state !== 'approved' && !byOthers && (
            <button
              type="button"
              className={`btn grow max-sm:px-3 ${state === 'changes_requested' || alike.length > 0 ? 'border-edge bg-raised' : 'btn-primary'}`}
              aria-disabled={busy}
              onClick={() => busy || withName(() => void run('this', () => approve(post)))}
            >
              {saving === 'this' ? 'Saving…' : approveLabel}
            </button>
          )}
          {mayTakeBack(post) && (
            <button
              type="button"
              className="btn grow border-edge bg-raised max-sm:px-3"
              aria-disabled={busy}
              onClick={() => busy || void run('take back', () => takeBack(post))}
            >
              Take back
            </button>
          )}
          {state !== 'changes_requested' && (
            <button
              ref={request}
              type="button"
              className="btn grow border-edge bg-raised max-sm:px-3"
              aria-disabled={busy}
              onClick={() => {
                if (busy) return
                setProblem(undefined)
                setAsking('changes')
              }}
            >
              Request changes
            </button>
          )}
        </div>
      )}
      {asking === 'all' && (
        <AskDialog
          title={`Approve ${alike.length + 1} posts?`}
          text="They have the same text and pictures, and go out exactly as they are shown here:"
          items={[post, ...alike]
            .toSorted((a, b) => a.publishAt.localeCompare(b.publishAt))
            .map(({ when }) => when)}
          submit={`Approve ${alike.length + 1} posts`}
          needsName={false}
          onClose={() => setAsking(undefined)}
          onDone={() => {
            setAsking(undefined)
            withName(() => void run('all', () => approve(post, alike)))
          }}
        />
      )}
    </div>
  )
}

type RequestFormProps = {
  /** Number of other posts that the request may be about. */
  alikeCount: number
  busy: boolean
  /** True if the visitor has remarked on parts of the post, which are a request without further words. */
  hasRemarks: boolean
  onSend: (comment: string, isForAll: boolean) => void
  onClose: () => void
}

function RequestForm({ alikeCount, busy, hasRemarks, onSend, onClose }: RequestFormProps) {
  const [isForAll, setIsForAll] = useState(false)
  const [comment, setComment] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <form
      noValidate
      className="grid grid-cols-1 gap-2"
      onSubmit={event => {
        event.preventDefault()
        const isEmpty = comment.trim() === '' && !hasRemarks
        setIsMissing(isEmpty)
        if (isEmpty) field.current?.focus()
        else if (!busy) onSend(comment, isForAll)
      }}
    >
      <label className="grid gap-1.5 text-sm font-semibold">
        {hasRemarks ? 'What else should change?' : 'What should change?'}
        <textarea
          ref={field}
          dir="auto"
          rows={3}
          maxLength={MAX_COMMENT_CHARS}
          required={!hasRemarks}
          aria-invalid={isMissing}
          className="textarea font-normal"
          value={comment}
          onChange={event => setComment(event.currentTarget.value)}
        />
      </label>
      {isMissing && (
        <p role="alert" className="text-sm text-error">
          Please say what should change.
        </p>
      )}
      {alikeCount > 0 && (
        <label className="flex min-h-11 items-center gap-2 text-sm">
          <input
            type="checkbox"
            className="size-5 shrink-0 accent-primary"
            checked={isForAll}
            onChange={event => setIsForAll(event.currentTarget.checked)}
          />
          {alsoOthersLabel(alikeCount)}
        </label>
      )}
      <FormButtons
        submit={busy ? 'Sending…' : isForAll ? `Send request for ${alikeCount + 1} posts` : 'Send request'}
        busy={busy}
        onBack={onClose}
      />
    </form>
  )
}
