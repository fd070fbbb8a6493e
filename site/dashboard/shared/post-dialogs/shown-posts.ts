import type { Post } from '#shared/posts/posts.ts'

type PostScreen = {
  find?: (id: string) => Post | undefined
  /** Puts a post in its list. */
  place?: (post: Post) => void
  remove?: (id: string) => void
  /** Loads again what it shows, if the screen has no other way to learn of missed events. */
  refresh?: () => void
}

const screens = new Set<PostScreen>()

/** Updates a screen's posts when dialogs and events change them. Returns the function that stops it. */
export function registerPostScreen(screen: PostScreen) {
  screens.add(screen)
  return () => void screens.delete(screen)
}

/** Returns the post as a screen last saw it. */
export function findShown(id: string): Post | undefined {
  for (const { find } of screens) {
    const post = find?.(id)
    if (post) return post
  }
  return undefined
}

export const placeShown = (post: Post) => screens.forEach(({ place }) => place?.(post))
export const refreshShown = () => screens.forEach(({ refresh }) => refresh?.())
export const removeShown = (id: string) => screens.forEach(({ remove }) => remove?.(id))
