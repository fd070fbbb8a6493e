import { useRef, useState } from 'react'

import { Button } from './Button.tsx'

/**
 * Loads more of the list of `article`s that contains it. After the last page the button disappears, so the first new item
 * takes the focus.
 */
export function MoreButton({ onMore }: { onMore: () => Promise<void> }) {
  const [loading, setLoading] = useState(false)
  const button = useRef<HTMLButtonElement>(null)

  async function load() {
    const list = button.current?.parentElement
    const shown = list?.querySelectorAll('article').length ?? 0
    setLoading(true)
    await onMore()
    setLoading(false)
    requestAnimationFrame(() => {
      if (!button.current)
        list?.querySelectorAll('article')[shown]?.querySelector<HTMLElement>('a, button')?.focus()
    })
  }
  return (
    <Button ref={button} busy={loading} onClick={load} className="justify-self-center">
      Show more
    </Button>
  )
}
