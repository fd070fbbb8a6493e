import { type ReactNode, useEffect, useRef } from 'react'

/** One page of posts. Turning it scrolls and focuses its top. */
export function PageOfPosts({ number, children }: { number: number; children: ReactNode }) {
  const list = useRef<HTMLUListElement>(null)
  const shown = useRef(number)

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
      className="scroll-mt-20 divide-y divide-base-300 rounded-box border border-base-300 bg-raised outline-none"
    >
      {children}
    </ul>
  )
}
