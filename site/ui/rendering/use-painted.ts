import { startTransition, useEffect, useState } from 'react'

/**
 * Returns true once the first rendering of `content` has been painted. A long screen renders what fits a window first, and
 * the rest after that.
 */
export function usePainted(content: unknown): boolean {
  const [painted, setPainted] = useState<unknown>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setPainted(content)))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [content])
  return painted === content
}
