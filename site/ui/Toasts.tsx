import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'

import { headingNear, keepFocus } from './keep-focus.ts'
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

/** A toast that stays while it is hovered or has keyboard focus. */
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

const CORNERS = { top: 'top-4', bottom: 'bottom-[calc(1rem+var(--bar,0px)+var(--keyboard,0px))]' }

type CornerProps = ToastsProps & { corner: ToastView['corner'] }

const Corner = ({ toasts, corner, ...does }: CornerProps) => (
  <div
    role="status"
    aria-live="polite"
    className={`pointer-events-none fixed end-4 grid w-[min(24rem,calc(100vw-2rem))] grid-cols-1 gap-2 *:pointer-events-auto ${CORNERS[corner]}`}
  >
    {toasts
      .filter(toast => toast.corner === corner)
      .map(toast => (
        <ToastCard key={toast.id} toast={toast} {...does} />
      ))}
  </div>
)

/**
 * A popover that is reopened for each toast, so that it is above dialogs that opened later. Tab leads to the toasts from the
 * heading, which gets the focus when the pressed control is gone.
 */
function Corners(props: ToastsProps) {
  const region = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLElement>(null)
  const newest = props.toasts.at(-1)?.id

  function show() {
    const element = region.current
    // The dialog that contained it may be gone: the toast is about to render elsewhere.
    if (!element?.isConnected || element.contains(document.activeElement)) return
    if (element.matches(':popover-open')) element.hidePopover()
    heading.current = headingNear(element)
    element.showPopover(heading.current ? { source: heading.current } : {})
  }

  useEffect(show, [newest])

  /** Restores the way to the toasts after a screen change has removed the previous heading. */
  useEffect(() => {
    const onFocus = () => heading.current?.isConnected === false && show()
    document.addEventListener('focusin', onFocus)
    return () => document.removeEventListener('focusin', onFocus)
  }, [])

  return (
    <div
      ref={region}
      popover="manual"
      className="fixed inset-auto m-0 size-0 overflow-visible border-0 bg-transparent p-0 text-base-content"
    >
      <Corner {...props} corner="top" />
      <Corner {...props} corner="bottom" />
    </div>
  )
}

export type ToastsProps = {
  toasts: readonly ToastView[]
  onDismiss: (id: number) => void
  /** Stops the toast from hiding itself. */
  onHold: (id: number) => void
  onRelease: (id: number) => void
}

/** Live regions that exist before the first toast, so that each is read aloud; reachable from inside a dialog. */
export function Toasts(props: ToastsProps) {
  const dialog = useTopDialog()
  return dialog ? createPortal(<Corners {...props} />, dialog) : <Corners {...props} />
}
