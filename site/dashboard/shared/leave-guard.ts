import { ask, type Question } from './ask.tsx'
import { openPage } from './router.ts'

type Rules = {
  losesContent: () => boolean
  /** Returns true if closing the window would lose something now. Defaults to `losesContent`. */
  closingLoses?: () => boolean
  discard: () => void
  /** Asks whether to leave. */
  question: Omit<Question, 'onAction'>
}

/** Returns a function that starts to guard content, and returns the one that stops it. */
export function leaveGuard({ losesContent, closingLoses = losesContent, discard, question }: Rules) {
  const onBeforeUnload = (event: BeforeUnloadEvent) => {
    if (closingLoses()) event.preventDefault()
  }

  // Runs in the capture phase, before the router. The confirmation opens after the menu with the link has closed, because a
  // dialog below an open menu would be inert.
  function onClick(event: MouseEvent) {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || event.defaultPrevented || !losesContent()) return
    const staysHere = link.target === '_blank' || link.rel === 'external' || link.origin !== location.origin
    const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
    if (staysHere || opensElsewhere || link.pathname === location.pathname) return
    event.preventDefault()
    const onAction = () => {
      discard()
      openPage(link.pathname + link.search)
    }
    setTimeout(() => ask({ ...question, onAction }))
  }

  return () => {
    addEventListener('beforeunload', onBeforeUnload)
    document.addEventListener('click', onClick, true)
    return () => {
      removeEventListener('beforeunload', onBeforeUnload)
      document.removeEventListener('click', onClick, true)
    }
  }
}
