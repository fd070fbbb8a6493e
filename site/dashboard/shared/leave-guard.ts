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
  question: Omit<Question, 'onAction'>
}

/** Asks before unsaved content is left. Returns a function that starts this; it returns the one that stops it. */
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

  // Runs before the router. The question opens once the menu with the link has closed, because a dialog below a menu is inert.
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
