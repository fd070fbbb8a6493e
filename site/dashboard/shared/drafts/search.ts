import { atom, computed } from 'nanostores'

import { fold } from '#shared/text/fold.ts'
import { $drafts } from './store.ts'

/** Number of drafts up to which their list has no search. */
const A_HANDFUL = 5

export const $search = atom('')

const $all = computed($drafts, drafts => (drafts.state === 'ready' ? drafts.data : []))
export const $isSearchable = computed($all, all => all.length > A_HANDFUL)

/** Drafts whose first words or author match the search. */
export const $found = computed([$all, $isSearchable, $search], (all, isSearchable, search) => {
  const wanted = fold(search).trim()
  if (!isSearchable || !wanted) return all
  return all.filter(({ text, author = '' }) => fold(`${text} ${author}`).includes(wanted))
})
