import { useEffect, useState } from 'preact/hooks'

/** One post fills any phone's window. */
const FIRST_POSTS = 1

/** Returns how many of a link's posts to render: first one, then one more at a time, so that a slow phone responds in between. */
export function useRenderedCount(total: number): number {
  const [count, setCount] = useState(FIRST_POSTS)
  useEffect(() => {
    if (count >= total) return
    const timer = setTimeout(() => setCount(count + 1))
    return () => clearTimeout(timer)
  }, [count, total])
  return count
}
