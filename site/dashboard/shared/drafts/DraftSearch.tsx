import { useStore } from '@nanostores/react'
import { Search } from 'lucide-react'
import { useEffect } from 'react'

import { $search } from './search.ts'

/** Filters the listed drafts. */
export function DraftSearch() {
  const search = useStore($search)
  useEffect(() => () => $search.set(''), [])
  return (
    <label className="input input-sm w-full shrink-0 border-edge bg-raised sm:w-48 pointer-coarse:h-11 in-[[data-beside]]:w-full">
      <Search aria-hidden="true" className="size-4 text-soft" />
      <input
        type="search"
        aria-label="Search drafts"
        placeholder="Search drafts"
        maxLength={100}
        value={search}
        onChange={event => $search.set(event.target.value)}
      />
    </label>
  )
}
