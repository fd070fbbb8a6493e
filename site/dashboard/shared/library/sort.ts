import { LIBRARY_SORTS, type LibrarySort } from '#shared/media/library-sorts.ts'
import { $router, type Search, setSearch } from '#site/dashboard/shared/router.ts'
import { $sort } from './store.ts'

/** Sorts the library. On its own screen, the order is in the URL. */
export const sortLibrary = (sort: LibrarySort) =>
  $router.get()?.route === 'media'
    ? setSearch({ sort: sort === 'newest' ? undefined : sort })
    : $sort.set(sort)

$router.subscribe(page => {
  if (page?.route !== 'media') return
  const { sort }: Search = page.search
  $sort.set(LIBRARY_SORTS.find(each => each === sort) ?? 'newest')
})
