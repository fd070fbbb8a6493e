import { useEffect, useState } from 'react'

const DEBOUNCE_MS = 300

/**
 * Returns the text of a search field and its setter, and saves the text once the user stops typing. A search that is opened by a
 * link replaces the text.
 * @param save the same function in every render
 */
export function useTypedSearch(saved: string, save: (search: string) => void) {
  const [text, setText] = useState(saved)
  useEffect(() => setText(typed => (typed.trim() === saved ? typed : saved)), [saved])
  useEffect(() => {
    if (text.trim() === saved) return
    const timer = setTimeout(() => save(text.trim()), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text, saved, save])
  return [text, setText] as const
}
