import { computed, atom } from 'nanostores'

import { $router, followLink, pathBefore, type Search, withSearch } from '#site/dashboard/shared/router.ts'
import { mediaQuery } from '#site/lib/media-query.ts'

const PANEL_PARAMETERS = ['post', 'new', 'draft', 'edit', 'again', 'repeat', 'item']

/** Returns a screen's own parameters. The panel shows either a post, the composer, or an item of the inbox. */
export const withoutPanel = (search: Search): Search =>
  Object.fromEntries(Object.entries(search).filter(([name]) => !PANEL_PARAMETERS.includes(name)))

/** The screen on which posts open: any except the composer. */
const $screen = computed($router, (page): { path: string; search: Search } =>
  page && page.route !== 'createPost' ? page : { path: '/dashboard/view-post', search: {} },
)

export const $openPostId = computed($screen, ({ search }): string | undefined => search.post)

const pathWith = (post: string | undefined) => {
  const { path, search } = $screen.get()
  return withSearch(path, { ...withoutPanel(search), post })
}

export const pathToPost = (post: string) => pathWith(post)

/** Closes the panel by going back if possible, so that Back doesn't open it again. */
export function closePanel() {
  const path = pathWith(undefined)
  if (pathBefore() === path) history.back()
  else $router.open(path, true)
}

const COMPOSER = '/dashboard/create-post'

/** Search parameters of the composer. `from` is a post to reuse. */
type ComposerSearch = {
  [name in 'draft' | 'edit' | 'from' | 'repeat' | 'shared' | 'at']?: string | undefined
}

/** True while the composer is beside another screen. */
export const $isBeside = computed(
  $router,
  page => page !== undefined && page.route !== 'createPost' && Boolean((page.search as Search).new),
)

/** True while a post or the composer takes room at the side of the screen, or covers it. */
export const $isPanelOpen = computed(
  [$openPostId, $isBeside],
  (postId, isBeside) => postId !== undefined || isBeside,
)

/** Query with which the composer is open; undefined while it is closed. */
export const $composer = computed([$router, $isBeside], (page, isBeside): ComposerSearch | undefined => {
  if (page?.route === 'createPost') return page.search
  if (!page || !isBeside) return undefined
  // `new` has the time or `now`. `again` has the post to reuse, because Activity uses `from`.
  const { new: at, draft, edit, again: from, repeat }: Search = page.search
  return { draft, edit, from, repeat, at: at === 'now' ? undefined : at }
})

export const $hasRoomBeside = mediaQuery('(min-width: 64rem)', false)

/** Returns the composer's path: beside the screen in a wide window, otherwise on a screen of its own. */
export function composerPath({ at, from, ...opened }: ComposerSearch = {}) {
  const page = $router.get()
  return page && page.route !== 'createPost' && ($isBeside.get() || $hasRoomBeside.get())
    ? withSearch(page.path, { ...withoutPanel(page.search), new: at ?? 'now', again: from, ...opened })
    : withSearch(COMPOSER, { ...opened, from, at })
}

/** Moves the composer from beside the screen to its own screen. */
export const openOnOwnScreen = () => void $router.open(withSearch(COMPOSER, $composer.get() ?? {}), true)

/** Returns a store that is true while the composer has a screen of its own and the window matches the media query. */
export const roomFor = (query: string) =>
  computed([mediaQuery(query, false), $isBeside], (isMatched, isBeside) => isMatched && !isBeside)

export const $editedFrom = atom<string | undefined>()

/** Returns the path to open after an edit: beside a screen, that screen, with the post if it was open. */
export function pathAfterEdit(postId: string) {
  const from = $editedFrom.get()
  if (!$isBeside.get()) return from ?? `/dashboard/view-post?post=${postId}`
  const isFromPost = !from || /[?&]post=/.test(from)
  return pathWith(isFromPost ? postId : undefined)
}

export function openEditor(postId: string) {
  $editedFrom.set(location.pathname + location.search)
  followLink(withSearch(COMPOSER, { edit: postId }))
}
