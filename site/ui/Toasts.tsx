import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'

import { keepFocus } from './keep-focus.ts'
import { useTopDialog } from './top-dialog.ts'

export type ToastView = {
  id: number
  type: 'success' | 'error' | 'info'
  message: string
  title?: string
  corner: 'top' | 'bottom'
  coloured?: boolean
  action?: { label: string; run: () => void }
}

const ICONS = { success: CircleCheck, error: CircleAlert, info: Info }
const TINTS = { success: 'text-success', error: 'text-error', info: 'text-info' }
const PAPER = 'border-base-300 bg-raised'
const FILLS = {
  success: 'border-transparent bg-success text-success-content',
  error: 'border-transparent bg-error text-error-content',
  info: 'border-transparent bg-info text-info-content',
}

type ToastCardProps = Omit<ToastsProps, 'toasts'> & { toast: ToastView }

/** It stays while somebody points at it, or is in it by keyboard. */
function ToastCard({ toast, onDismiss, onHold, onRelease }: ToastCardProps) {
  const { action } = toast
  const hold = () => onHold(toast.id)
  const release = () => onRelease(toast.id)
  const Icon = ICONS[toast.type]
  return (
    <div
      ref={keepFocus}
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
      className={`flex animate-rise items-start gap-3 rounded-box border p-4 shadow-lift ${toast.coloured ? FILLS[toast.type] : PAPER}`}
    >
      <Icon
        aria-hidden="true"
        className={`mt-0.5 size-5 shrink-0 ${toast.coloured ? '' : TINTS[toast.type]}`}
      />
      <div className="min-w-0 grow text-sm wrap-anywhere">
        {toast.title && <p className="font-semibold">{toast.title}</p>}
        <p>{toast.message}</p>
      </div>
      {action && (
        <button
          type="button"
          className="btn btn-sm border-edge bg-transparent text-inherit"
          onClick={() => {
            onDismiss(toast.id)
            action.run()
          }}
        >
          {action.label}
        </button>
      )}
      <button
        type="button"
        aria-label="Dismiss"
        className="btn btn-ghost btn-square btn-xs text-inherit"
        onClick={() => onDismiss(toast.id)}
      >
        <X aria-hidden="true" className="size-4" />
      </button>
    </div>
  )
}

const CORNERS = { top: 'top-4', bottom: 'bottom-4' }

type CornerProps = ToastsProps & { corner: ToastView['corner'] }

/**
 * A popover, shown anew for each notice, so that it stands above a dialog that opened later. Tab leads to the notice from
 * where one is.
 */
function Corner({ toasts, corner, ...does }: CornerProps) {
  const region = useRef<HTMLDivElement>(null)
  const shown = toasts.filter(toast => toast.corner === corner)
  const newest = shown.at(-1)?.id

  useEffect(() => {
    const element = region.current
    // The dialog that it was in may be gone: it is about to be drawn elsewhere.
    if (!element?.isConnected) return
    if (newest !== undefined && element.matches(':popover-open')) element.hidePopover()
    const { activeElement: source } = document
    const isSomewhere = source instanceof HTMLElement && source !== document.body
    // From one element Tab leads to one popover, the last that was shown from it: an empty one would take another's place.
    element.showPopover(isSomewhere && newest !== undefined ? { source } : {})
  }, [newest])

  return (
    <div
      ref={region}
      popover="manual"
      role="status"
      aria-live="polite"
      className={`pointer-events-none fixed inset-auto end-4 m-0 grid grid-cols-1 w-[min(24rem,calc(100vw-2rem))] gap-2 overflow-visible border-0 bg-transparent
        p-0 text-base-content *:pointer-events-auto ${CORNERS[corner]}`}
    >
      {shown.map(toast => (
        <ToastCard key={toast.id} toast={toast} {...does} />
      ))}
    </div>
  )
}

export type ToastsProps = {
  toasts: readonly ToastView[]
  onDismiss: (id: number) => void
  /** It may not hide itself for now. */
  onHold: (id: number) => void
  onRelease: (id: number) => void
}

/** Live regions that are there before the first notice, so that each notice is read aloud; within reach of who is in a dialog. */
export function Toasts(props: ToastsProps) {
  const dialog = useTopDialog()
  const corners = (
    <>
      <Corner {...props} corner="top" />
      <Corner {...props} corner="bottom" />
    </>
  )
  return dialog ? createPortal(corners, dialog) : corners
}
