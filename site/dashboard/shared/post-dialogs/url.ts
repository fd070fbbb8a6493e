import { computed, atom } from 'nanostores'

import { $router, followLink } from '#site/dashboard/shared/router.ts'

/** Screens that open posts in a dialog. */
const SCREENS: readonly string[] = ['viewPosts', 'calendar']

const $screen = computed($router, (page): { path: string; search: Record<string, string> } =>
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

export const pathToPost = (post: string) => pathWith(post)

export const closePost = () => void $router.open(pathWith(undefined), true)

/** The page from which a post was opened in the composer. */
export const $editedFrom = atom<string | undefined>()

export const editPath = (postId: string) => `/dashboard/create-post?edit=${postId}`

export function openEditor(postId: string) {
  $editedFrom.set(location.pathname + location.search)
  followLink(editPath(postId))
}
