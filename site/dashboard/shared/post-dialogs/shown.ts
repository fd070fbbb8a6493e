import type { Post } from '#shared/posts/posts.ts'

/** A screen that has posts in it. */
type Shows = {
  find: (id: string) => Post | undefined
  /** Puts a post where it now belongs. */
  place: (post: Post) => void
  remove: (id: string) => void
}

const screens = new Set<Shows>()

/** Keeps a screen's posts as the dialogs and the api's events change them. Returns how to stop. */
export function showsPosts(screen: Shows) {
  screens.add(screen)
  return () => void screens.delete(screen)
}

/** The post as some screen last saw it. */
export function findShown(id: string): Post | undefined {
  for (const { find } of screens) {
    const post = find(id)
    if (post) return post
  }
  return undefined
}

export const placeShown = (post: Post) => screens.forEach(({ place }) => place(post))
export const removeShown = (id: string) => screens.forEach(({ remove }) => remove(id))
