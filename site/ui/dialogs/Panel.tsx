import { useId, useLayoutEffect, useRef, useSyncExternalStore } from 'react'

import { Content, focusFirst, Modal, type ModalProps } from './Modal.tsx'

const WIDTH = '26rem'

const WIDE = '(min-width: 64rem)'
const hasRoom = () => matchMedia(WIDE).matches

function onWidth(listener: () => void) {
  const query = matchMedia(WIDE)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** A panel beside the screen in wide windows, where the screen stays usable; a modal dialog in narrow ones. */
export function Panel(props: ModalProps) {
  const isBeside = useSyncExternalStore(onWidth, hasRoom, () => false)
  return isBeside ? <Beside {...props} /> : <Modal wide {...props} />
}

/**
 * A dialog at the side of the screen. While it is open, `--panel` has its width and the root has `data-panel`, so that the screen,
 * the sidebar and the toasts leave room for it. Escape closes it, unless something above it is open. It isn't a `<dialog>`, because
 * Chrome sends Escape to the dialog that was shown last: a modal one below it could then not be closed.
 */
function Beside({ onClose, title, subtitle, children, actions, startsAtTitle, locked }: ModalProps) {
  const dialog = useRef<HTMLDivElement>(null)
  const titleId = useId()
  const close = () => locked || onClose()
  const latest = useRef(close)
  useLayoutEffect(() => {
    latest.current = close
  })

  useLayoutEffect(() => {
    const element = dialog.current
    const root = document.documentElement
    root.style.setProperty('--panel', WIDTH)
    root.dataset['panel'] = ''
    const before = document.activeElement
    focusFirst(element)
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector(ABOVE)) return
      // A field outside the panel may handle Escape itself, such as to clear a search.
      const field = event.target instanceof Element ? event.target.closest(FIELDS) : null
      if (!field || element?.contains(field)) latest.current()
    }
    addEventListener('keydown', onKeyDown)
    return () => {
      removeEventListener('keydown', onKeyDown)
      root.style.removeProperty('--panel')
      delete root.dataset['panel']
      if (element?.contains(document.activeElement) && before instanceof HTMLElement)
        before.focus({ preventScroll: true })
    }
  }, [])

  return (
    <div
      ref={dialog}
      role="dialog"
      aria-labelledby={titleId}
      className="fixed inset-y-0 end-0 z-30 flex h-dvh w-(--panel) flex-col border-s border-base-300 bg-raised text-base-content
        shadow-lift"
    >
      <Content {...{ title, subtitle, titleId, startsAtTitle, actions, wide: true, locked, close }}>
        {children}
      </Content>
    </div>
  )
}

const FIELDS = 'input, textarea, select'

/** Matches elements that Escape closes first: dialogs and menus. Toasts are manual popovers. */
const ABOVE = 'dialog:modal, :popover-open:not([popover=manual])'
