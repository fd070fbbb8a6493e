import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { type CSSProperties, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'

import { DIALOG, useTopDialog } from '#site/ui/dialogs/top-dialog.ts'

export type ToastView = {
  id: number
  type: 'success' | 'error' | 'info'
  message: string
  title?: string
  coloured?: boolean
  /** True to show the toast also in a dialog that opens after it. */
  follows?: true
  /** An action offered while the toast is shown; running it dismisses the toast. */
  action?: { label: string; run: () => void }
  /** A button that shows the result. Pressing it keeps the toast. */
  more?: { label: string; run: () => void }
}

const ICONS = { success: CircleCheck, error: CircleAlert, info: Info }
const TINTS = { success: 'text-success', error: 'text-error', info: 'text-info' }
const FILLS = {
  success: 'bg-success text-success-content',
  error: 'bg-error text-error-content',
  info: 'bg-info text-info-content',
}

type ToastCardProps = Omit<ToastsProps, 'toasts'> & { toast: ToastView }

/** A toast that stays while it is hovered or has keyboard focus. */
function ToastCard({ toast, onDismiss, onHold, onRelease }: ToastCardProps) {
  const { action, more } = toast
  const hold = () => onHold(toast.id)
  const release = () => onRelease(toast.id)
  const Icon = ICONS[toast.type]
  return (
    <div
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
      className={`flex animate-rise items-start gap-3 rounded-box border p-4 shadow-lift ${toast.coloured ? `border-transparent ${FILLS[toast.type]}` : 'border-base-300 bg-raised'}`}
    >
      <Icon className={`mt-0.5 size-5 shrink-0 ${toast.coloured ? '' : TINTS[toast.type]}`} />
      <div className="flex min-w-0 grow flex-wrap items-center gap-2">
        <div className="min-w-0 grow basis-36 text-sm wrap-anywhere">
          {toast.title && <p className="font-semibold">{toast.title}</p>}
          <p>{toast.message}</p>
        </div>
        <div className="flex gap-2 empty:hidden">
          {[more, action].map(
            each =>
              each && (
                <button
                  key={each.label}
                  type="button"
                  aria-keyshortcuts={each.label === 'Undo' ? 'Z' : undefined}
                  className="btn btn-sm border-edge bg-transparent text-inherit pointer-coarse:min-h-11"
                  onClick={() => {
                    if (each === action) onDismiss(toast.id)
                    each.run()
                  }}
                >
                  {each.label}
                </button>
              ),
          )}
        </div>
      </div>
      <button
        type="button"
        aria-label="Dismiss"
        className="btn btn-ghost btn-square btn-sm -m-1 text-inherit pointer-coarse:size-11"
        onClick={() => onDismiss(toast.id)}
      >
        <X className="size-4" />
      </button>
    </div>
  )
}

/**
 * A popover that is reopened for each toast, so that it is above a dialog. It is at the bottom right, above every bar there, or
 * at the top while a sheet is open.
 * Tab moves from the heading to the toasts. The heading gets the focus when the pressed control disappears.
 */
function Region({ toasts, ...does }: ToastsProps) {
  const region = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLElement>(null)
  const [place, setPlace] = useState<CSSProperties>({ bottom: 16 })
  const newest = toasts.at(-1)?.id

  function show() {
    const element = region.current
    // Its dialog may have closed, and the toast is about to render elsewhere.
    if (!element?.isConnected || element.contains(document.activeElement)) return
    if (element.matches(':popover-open')) element.hidePopover()
    heading.current = headingNear(element)
    element.showPopover(heading.current ? { source: heading.current } : {})
  }

  useEffect(show, [newest])

  useLayoutEffect(() => {
    if (!newest) return undefined
    const ended = new AbortController()
    void import('./keep-clear.ts').then(
      ({ keepClear }) => region.current && keepClear(region.current, setPlace, ended.signal),
      // Without a connection the toasts stay at the bottom.
      () => undefined,
    )
    return () => ended.abort()
  }, [newest])

  /** Makes the toasts reachable by Tab again after a screen change has removed the previous heading. */
  useEffect(() => {
    const onFocus = () => heading.current?.isConnected === false && show()
    document.addEventListener('focusin', onFocus)
    return () => document.removeEventListener('focusin', onFocus)
  }, [])

  return (
    <div
      ref={region}
      popover="manual"
      role="status"
      aria-live="polite"
      style={place}
      className="pointer-events-none fixed inset-auto end-[calc(1rem+var(--panel,0px))] m-0 grid w-[min(24rem,calc(100%-2rem))] grid-cols-1 gap-2 overflow-visible border-0
        bg-transparent p-0 text-base-content *:pointer-events-auto"
    >
      {toasts.map(toast => (
        <ToastCard key={toast.id} toast={toast} {...does} />
      ))}
    </div>
  )
}

type ToastsProps = {
  toasts: readonly ToastView[]
  onDismiss: (id: number) => void
  onHold: (id: number) => void
  onRelease: (id: number) => void
}

/**
 * A live region that exists before the first toast, so that each is read aloud. A dialog shows only the toasts since the first open
 * dialog was opened, and those with `follows`; earlier ones stay behind it.
 */
export function Toasts({ toasts, ...does }: ToastsProps) {
  const dialog = useTopDialog()
  const lastBehind = useRef(0)
  if (dialog) {
    const inside = toasts.filter(({ id, follows }) => follows || id > lastBehind.current)
    return createPortal(<Region toasts={inside} {...does} />, dialog)
  }
  lastBehind.current = toasts.at(-1)?.id ?? lastBehind.current
  return <Region toasts={toasts} {...does} />
}

/** Returns the heading of a dialog, or else of the screen. */
const headingOf = (dialog: Element | null | undefined): HTMLElement | null =>
  dialog?.querySelector<HTMLElement>('h2') ?? document.querySelector<HTMLElement>('main h1')

/** Returns the heading of the dialog, or else of the screen, that contains an element. */
const headingNear = (element: HTMLElement): HTMLElement | null => headingOf(element.closest(DIALOG))

/**
 * Moves the focus to the heading of the dialog or screen when the focused element disappears, so that keyboard users don't start
 * again at the top of the page. The page doesn't scroll. A component that moves the focus elsewhere does so in a layout effect,
 * which runs before this.
 */
function catchLostFocus() {
  let focused: { element: Element; dialog: Element | null } | undefined
  addEventListener('focusin', ({ target }) => {
    focused = target instanceof Element ? { element: target, dialog: target.closest(DIALOG) } : undefined
  })
  // The focus is also lost by a press outside of all controls; then the element is still connected. A removed element is
  // disconnected only after `focusout`, so the check waits for a microtask.
  addEventListener('focusout', () =>
    queueMicrotask(() => {
      if (focused?.element.isConnected && document.activeElement !== focused.element) focused = undefined
    }),
  )
  new MutationObserver(() => {
    if (!focused || focused.element.isConnected) return
    const { dialog } = focused
    focused = undefined
    if (document.activeElement === document.body)
      headingOf(dialog?.isConnected ? dialog : undefined)?.focus({ preventScroll: true })
  }).observe(document, { childList: true, subtree: true })
}

if (typeof document !== 'undefined') catchLostFocus()
