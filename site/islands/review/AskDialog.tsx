/** @jsxImportSource preact */
import { useEffect, useRef, useState } from 'preact/hooks'

import { FormButtons } from './FormButtons.tsx'

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
      class="m-auto w-[calc(100%-2rem)] max-w-sm rounded-box border border-base-300 bg-raised p-6 text-base-content"
      onClose={onClose}
    >
      <form
        class="grid grid-cols-1 gap-4"
        onSubmit={event => {
          event.preventDefault()
          if (!needsName || name.trim()) onDone(name.trim())
        }}
      >
        <h2 id="ask" class="text-xl">
          {title}
        </h2>
        <p class="text-sm text-soft">{text}</p>
        {needsName && (
          <label class="grid gap-1.5 text-sm font-semibold">
            Your name
            <input
              required
              type="text"
              autoComplete="name"
              maxLength={80}
              class="input w-full"
              value={name}
              onInput={event => setName(event.currentTarget.value)}
            />
          </label>
        )}
        <FormButtons submit={submit} onBack={onClose} />
      </form>
    </dialog>
  )
}
