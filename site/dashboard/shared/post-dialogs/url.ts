import { computed } from 'nanostores'

import { $router } from '../router.ts'

/** Screens that open posts in a dialog. */
const PLACES: readonly string[] = ['viewPosts', 'calendar']

type Place = { path: string; search: Record<string, string> }

const $place = computed($router, (page): Place =>
  page && PLACES.includes(page.route) ? page : { path: '/dashboard/view-post', search: {} },
)

/** The open post is part of the URL, so that it can be linked to. */
export const $openPostId = computed($place, ({ search }): string | undefined => search.post)

const pathWith = (post: string | undefined) => {
  const { path, search } = $place.get()
  const { post: _closed, ...rest } = search
  const query = new URLSearchParams({ ...rest, ...(post && { post }) }).toString()
  return query ? `${path}?${query}` : path
}

/** Returns the URL of the post's dialog over the current screen. */
export const pathToPost = (post: string) => pathWith(post)

export const closePost = () => void $router.open(pathWith(undefined), true)
