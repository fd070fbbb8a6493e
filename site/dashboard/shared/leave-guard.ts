import { ask, type Question } from './ask.tsx'
import { followedLink } from './followed-link.ts'
import { openPage } from './router.ts'

type Rules = {
  losesContent: () => boolean
  /** Returns true if closing the window would lose something now. Defaults to `losesContent`. */
  closingLoses?: () => boolean
  /** Returns true if the link leads away from the content. By default, links to the same screen don't. */
  leaves?: (link: Pick<URL, 'pathname' | 'search'>) => boolean
  discard: () => void
  /** Asks whether to leave. */
  question: Omit<Question, 'onAction'>
}

/** Returns a function that starts to guard content, and returns the one that stops it. */
export function leaveGuard({
  losesContent,
  closingLoses = losesContent,
  leaves = ({ pathname }) => pathname !== location.pathname,
  discard,
  question,
}: Rules) {
  const onBeforeUnload = (event: BeforeUnloadEvent) => {
    if (closingLoses()) event.preventDefault()
  }

  // Runs before the router, and before the shell opens links beside the screen. The confirmation opens after the menu with the link
  // has closed, because a dialog below an open menu would be inert.
  function onClick(event: MouseEvent) {
    const link = followedLink(event)
    if (!link || !losesContent() || !leaves(link)) return
    event.preventDefault()
    const { pathname, search, hash } = link
    const onAction = () => {
      discard()
      openPage(pathname + search + hash)
    }
    setTimeout(() => ask({ ...question, onAction }))
  }

  return () => {
    addEventListener('beforeunload', onBeforeUnload)
    addEventListener('click', onClick, true)
    return () => {
      removeEventListener('beforeunload', onBeforeUnload)
      removeEventListener('click', onClick, true)
    }
  }
}
