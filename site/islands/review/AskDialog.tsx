import { useEffect, useRef, useState } from 'react'

import { MAX_REVIEWER_NAME_CHARS } from '#shared/posts/review-page.ts'
import { markModal } from '#site/ui/mark-root.ts'

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
          onDone(name.trim())
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
              // A name of spaces isn't one.
              pattern=".*\S.*"
              title="Please enter your name."
              type="text"
              autoComplete="name"
              maxLength={MAX_REVIEWER_NAME_CHARS}
              className="input font-normal"
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

export const FormButtons = ({
  submit,
  busy,
  onBack,
}: {
  submit: string
  busy?: boolean
  onBack: () => void
}) => (
  <div className="flex flex-wrap gap-2">
    <button type="submit" className="btn btn-primary grow" aria-disabled={busy}>
      {submit}
    </button>
    <button type="button" className="btn grow border-edge bg-raised" onClick={onBack}>
      Back
    </button>
  </div>
)
