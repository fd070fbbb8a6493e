import { useEffect, useState } from 'preact/hooks'

/** Fill any phone's window. */
const FIRST_POSTS = 1

/**
 * Returns how many of a link's posts to render: the first ones at once and the others one by one after that, so that a slow
 * phone responds in between.
 */
export function useRenderedCount(total: number): number {
  const [count, setCount] = useState(FIRST_POSTS)
  useEffect(() => {
    if (count >= total) return
    const timer = setTimeout(() => setCount(count + 1))
    return () => clearTimeout(timer)
  }, [count, total])
  return count
}
