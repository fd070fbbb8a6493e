import type { Post } from '#shared/posts/posts.ts'

type PostScreen = {
  find?: (id: string) => Post | undefined
  place?: (post: Post) => void
  remove?: (id: string) => void
  /** Reloads the screen after the stream of live events was closed. */
  refresh?: () => void
}

const screens = new Set<PostScreen>()

/** Registers a screen whose posts dialogs and live events change. Returns the function that unregisters it. */
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
