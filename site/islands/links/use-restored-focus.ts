import { useEffect, useRef } from 'react'

/** Focuses the page's heading if the focused control disappears because the page shows another state. */
export function useRestoredFocus(state: string): void {
  const hadFocus = useRef(false)
  hadFocus.current = document.querySelector('main')?.contains(document.activeElement) === true
  useEffect(() => {
    if (hadFocus.current && document.activeElement === document.body)
      document.querySelector<HTMLElement>('main h1')?.focus()
  }, [state])
}
