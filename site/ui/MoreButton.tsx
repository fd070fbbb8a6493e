import { useRef, useState } from 'react'

import { Button } from './Button.tsx'

type MoreButtonProps = { items?: 'article' | 'li'; onMore: () => Promise<void> }

/**
 * Loads more of the list that contains it. After the last page the button disappears, so the first new item takes the
 * focus.
 */
export function MoreButton({ items = 'article', onMore }: MoreButtonProps) {
  const [loading, setLoading] = useState(false)
  const button = useRef<HTMLButtonElement>(null)

  async function load() {
    const list = button.current?.parentElement
    const shown = list?.querySelectorAll(items).length ?? 0
    setLoading(true)
    await onMore()
    setLoading(false)
    requestAnimationFrame(() => {
      if (!button.current)
        list?.querySelectorAll(items)[shown]?.querySelector<HTMLElement>('a, button')?.focus()
    })
  }
  return (
    <Button ref={button} busy={loading} onClick={load} className="justify-self-center">
      Show more
    </Button>
  )
}
