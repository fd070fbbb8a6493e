import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useRef } from 'react'

import { moveAmong } from '#site/ui/arrow-keys.ts'
import { $sought } from './bulk/marks.ts'

/** One page of posts, with checkboxes among which arrow keys move. A change of the page scrolls to its top and focuses it. */
export function PageOfPosts({ number, children }: { number: number; children: ReactNode }) {
  const list = useRef<HTMLUListElement>(null)
  const shown = useRef(number)
  const sought = useStore($sought)

  // Runs after each render, because the post's page may still be loading.
  useEffect(() => {
    const row = sought && list.current?.querySelector<HTMLElement>(`[data-post="${sought}"]`)
    if (!row) return
    shown.current = number
    row.scrollIntoView({ block: 'center' })
    row.querySelector<HTMLElement>('a:not([tabindex])')?.focus({ preventScroll: true })
    $sought.set(undefined)
  })

  useEffect(() => {
    if (shown.current === number) return
    shown.current = number
    list.current?.scrollIntoView({ block: 'start' })
    list.current?.focus({ preventScroll: true })
  }, [number])

  return (
    <ul
      ref={list}
      tabIndex={-1}
      aria-label={`Page ${number}`}
      onKeyDown={moveAmong('input[type=checkbox]')}
      className="scroll-mt-20 divide-y divide-base-300 rounded-box border border-base-300 bg-raised outline-none"
    >
      {children}
    </ul>
  )
}
