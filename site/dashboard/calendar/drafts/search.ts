import { atom, computed } from 'nanostores'

import { searchText } from '#site/lib/search-text.ts'
import { $drafts } from './drafts.ts'

/** Up to so many drafts are found without a search. */
const A_HANDFUL = 5

/** Text to search drafts for. */
export const $search = atom('')

const $all = computed($drafts, drafts => (drafts.state === 'ready' ? drafts.data : []))
export const $isSearchable = computed($all, all => all.length > A_HANDFUL)

/** The drafts whose beginning or author contains the text. */
export const $found = computed([$all, $isSearchable, $search], (all, isSearchable, search) => {
  const wanted = searchText(search.trim())
  if (!isSearchable || !wanted) return all
  return all.filter(({ text, author = '' }) => searchText(`${text} ${author}`).includes(wanted))
})
