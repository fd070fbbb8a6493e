import { X } from 'lucide-react'
import { type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react'

import { markModal } from '#site/ui/mark-root.ts'
import { registerDialog } from './top-dialog.ts'

export type ModalProps = {
  onClose: () => void
  title: string
  /** Line below the title that says what the dialog is about. */
  subtitle?: ReactNode
  children: ReactNode
  /** Buttons in the footer; the last is the primary one. */
  actions?: ReactNode
  wide?: boolean
  /** For dialogs that are read before anything is entered. A field further down doesn't get the focus. */
  startsAtTitle?: boolean
  /** While true, Escape, the overlay and the close button do nothing. */
  locked?: boolean
}

const FIRST_FOCUS = ['[data-autofocus]', 'input:not([type=hidden]), select, textarea, [aria-haspopup=dialog]']

export const focusFirst = (dialog: HTMLElement | null) =>
  FIRST_FOCUS.map(selector => dialog?.querySelector<HTMLElement>(selector))
    .find(Boolean)
    ?.focus()

/**
 * A native dialog: the browser traps focus, and returns it to where it was. Focus starts on `data-autofocus`, else on the first
 * field, else on the title.
 */
export function Modal({
  onClose,
  title,
  subtitle,
  children,
  actions,
  wide,
  startsAtTitle,
  locked,
}: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const pressedOverlay = useRef(false)
  const titleId = useId()

  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    focusFirst(element)
    const unregister = element && registerDialog(element)
    const unmark = markModal()
    return () => {
      unmark()
      unregister?.()
      element?.close()
    }
  }, [])

  const close = () => locked || onClose()
  const onMouseDown = (event: MouseEvent) => {
    pressedOverlay.current = event.target === dialog.current
  }
  const onClick = (event: MouseEvent) => {
    if (pressedOverlay.current && event.target === dialog.current) close()
  }

  return (
    <dialog
      ref={dialog}
      className="modal modal-bottom sm:modal-middle"
      aria-labelledby={titleId}
      onCancel={event => {
        if (event.target !== dialog.current) return
        event.preventDefault()
        close()
      }}
      onClose={event => {
        if (event.target !== dialog.current) return
        // Browsers may close a dialog at a second Escape although the first was prevented.
        if (locked) dialog.current.showModal()
        else onClose()
      }}
      onMouseDown={onMouseDown}
      onClick={onClick}
    >
      <div
        className={`modal-box flex max-h-[92dvh] flex-col bg-raised text-base-content p-0 pb-[env(safe-area-inset-bottom)] shadow-lift ${wide ? 'sm:max-w-2xl' : 'sm:max-w-md'}`}
      >
        <Content {...{ title, subtitle, titleId, startsAtTitle, actions, wide, locked, close }}>
          {children}
        </Content>
      </div>
    </dialog>
  )
}

type ContentProps = Omit<ModalProps, 'onClose'> & { titleId: string; close: () => void }

/** The heading, the content that scrolls, and the buttons. */
export const Content = ({
  title,
  subtitle,
  titleId,
  startsAtTitle,
  children,
  actions,
  wide,
  locked,
  close,
}: ContentProps) => (
  <>
    <div className="flex items-start justify-between gap-4 px-6 pt-6 pb-3">
      <div className="grid min-w-0 gap-1">
        <h2
          id={titleId}
          tabIndex={-1}
          data-autofocus={startsAtTitle || undefined}
          className="text-xl wrap-anywhere"
        >
          {title}
        </h2>
        {subtitle}
      </div>
      <button
        type="button"
        className="btn btn-ghost btn-square btn-sm -me-2 -mt-1 pointer-coarse:size-11"
        aria-label="Close"
        onClick={close}
        aria-disabled={locked || undefined}
      >
        <X className="size-5" />
      </button>
    </div>
    {/*
      The keyboard can scroll a wide dialog, which is for reading. The box is `relative`, because absolute labels for screen
      readers would otherwise extend the box around it.
    */}
    <div
      className="relative grow overflow-y-auto px-6 pt-1 pb-6 wrap-break-word [@media(max-height:25rem)]:overflow-visible"
      tabIndex={wide ? 0 : undefined}
    >
      {children}
    </div>
    {actions && (
      <footer className="flex flex-wrap justify-end gap-2 border-t border-base-300 px-6 py-4">
        {actions}
      </footer>
    )}
  </>
)
