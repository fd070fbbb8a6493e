import { useStore } from '@nanostores/react'
import { atom, computed } from 'nanostores'
import { useEffect } from 'react'

import { fold } from '#shared/text/fold.ts'
import { SearchField } from '#site/ui/fields/SearchField.tsx'
import { $drafts } from './store.ts'

/** Maximum number of drafts in a list without a search field. */
const A_HANDFUL = 5

export const $search = atom('')

const $all = computed($drafts, ({ data = [] }) => data)
export const $isSearchable = computed($all, all => all.length > A_HANDFUL)

export const $found = computed([$all, $isSearchable, $search], (all, isSearchable, search) => {
  const wanted = fold(search).trim()
  if (!isSearchable || !wanted) return all
  return all.filter(({ text, author = '' }) => fold(`${text} ${author}`).includes(wanted))
})

export function DraftSearch() {
  const search = useStore($search)
  useEffect(() => () => $search.set(''), [])
  return (
    <SearchField
      label="Search drafts"
      className="w-full shrink-0 input-sm sm:w-48 pointer-coarse:h-11 in-[[data-beside]]:w-full"
      value={search}
      onSearch={text => $search.set(text)}
    />
  )
}
