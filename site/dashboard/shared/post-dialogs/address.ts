import { computed } from 'nanostores'

import { $router } from '../router.ts'

/** The screens that show posts; each opens one over itself. */
const PLACES: readonly string[] = ['viewPosts', 'calendar']

type Place = { path: string; search: Record<string, string> }

const $place = computed($router, (page): Place =>
  page && PLACES.includes(page.route) ? page : { path: '/dashboard/view-post', search: {} },
)

/** The post that is open is a part of the address, so that it can be linked to. */
export const $openPostId = computed($place, ({ search }): string | undefined => search.post)

const pathWith = (post: string | undefined) => {
  const { path, search } = $place.get()
  const { post: _closed, ...rest } = search
  const query = new URLSearchParams({ ...rest, ...(post && { post }) }).toString()
  return query ? `${path}?${query}` : path
}

/** Where the post is open over what is on screen now. */
export const pathToPost = (post: string) => pathWith(post)

export const closePost = () => void $router.open(pathWith(undefined), true)
