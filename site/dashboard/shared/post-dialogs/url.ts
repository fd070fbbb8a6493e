import { computed } from 'nanostores'

import { $router } from '../router.ts'

/** Screens that open posts in a dialog. */
const SCREENS: readonly string[] = ['viewPosts', 'calendar']

type ScreenUrl = { path: string; search: Record<string, string> }

const $screen = computed($router, (page): ScreenUrl =>
  page && SCREENS.includes(page.route) ? page : { path: '/dashboard/view-post', search: {} },
)

/** The open post is part of the URL, so that it can be linked to. */
export const $openPostId = computed($screen, ({ search }): string | undefined => search.post)

const pathWith = (post: string | undefined) => {
  const { path, search } = $screen.get()
  const { post: _closed, ...rest } = search
  const query = new URLSearchParams({ ...rest, ...(post && { post }) }).toString()
  return query ? `${path}?${query}` : path
}

/** Returns the URL of the post's dialog over the current screen. */
export const pathToPost = (post: string) => pathWith(post)

export const closePost = () => void $router.open(pathWith(undefined), true)
