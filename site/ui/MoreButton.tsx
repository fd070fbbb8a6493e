import { useRef } from 'react'

import { BusyButton } from './Button.tsx'

type MoreButtonProps = { items?: 'article' | 'li'; onMore: () => Promise<void> }

/**
 * Loads more of the list that contains it. After the last page the button disappears, so the first new item takes the
 * focus.
 */
export function MoreButton({ items = 'article', onMore }: MoreButtonProps) {
  const button = useRef<HTMLButtonElement>(null)

  async function load() {
    const list = button.current?.parentElement
    const shown = list?.querySelectorAll(items).length ?? 0
    await onMore()
    requestAnimationFrame(() => {
      if (!button.current)
        list?.querySelectorAll(items)[shown]?.querySelector<HTMLElement>('a, button')?.focus()
    })
  }
  return (
    <BusyButton ref={button} onClick={load} className="justify-self-center">
      Show more
    </BusyButton>
  )
}
