import { useEffect, useState } from 'react'

const DEBOUNCE_MS = 300

/** Returns the text of a search field and its setter. `save`, a stable function, is called once the user stops typing. */
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
