import { getPagePath } from '@nanostores/router'
import { atom, computed } from 'nanostores'

import type { Permission } from '#shared/businesses/permissions.ts'
import { $settings } from '#site/dashboard/shared/me.ts'
import { $can } from '#site/dashboard/shared/permissions.tsx'
import { $composer } from '#site/dashboard/shared/post-dialogs/url.ts'
import { $postsPath, $router, followLink, type Route } from '#site/dashboard/shared/router.ts'
import { DIALOG } from '#site/ui/dialogs/top-dialog.ts'

export const $shortcutDialog = atom<'none' | 'palette' | 'help'>('none')
export const closeShortcutDialog = () => $shortcutDialog.set('none')

/** Time within which a letter must follow G. */
const GO_MS = 1500

const SCREENS: Record<string, Exclude<Route, `${string}Return`>> = {
  o: 'overview',
  l: 'clients',
  c: 'calendar',
  p: 'viewPosts',
  i: 'insights',
  r: 'inbox',
  m: 'media',
  h: 'socialHub',
  n: 'notifications',
  s: 'settings',
}

/** Returns the keys that open a screen, such as `['G', 'C']`. */
export function keysTo(route: Route): readonly string[] | undefined {
  if (route === 'createPost') return ['C']
  const [key] = Object.entries(SCREENS).find(([, screen]) => screen === route) ?? []
  return key === undefined ? undefined : ['G', key.toUpperCase()]
}

/** Shortcuts other than those of the sidebar's screens. */
export const SHORTCUTS: readonly { keys: readonly string[]; does: string; needs?: Permission }[] = [
  { keys: ['⌘ or Ctrl', 'K'], does: 'Search and go anywhere' },
  { keys: ['C'], does: 'Create a post', needs: 'write' },
  { keys: ['Arrow keys'], does: 'Move among days, clients, files and checkboxes' },
  { keys: ['B'], does: 'Go to the actions for selected posts', needs: 'write' },
  { keys: ['J', 'K'], does: 'Open the next or previous review or comment in the inbox' },
  { keys: ['R'], does: 'Answer the open review or comment', needs: 'publish' },
  { keys: ['Z'], does: 'Undo the last change, while its message is shown' },
  { keys: ['⌘ or Ctrl', 'Enter'], does: 'Send the post you are writing', needs: 'write' },
  { keys: ['?'], does: 'Show these shortcuts' },
]

/** Returns the latest control on screen with this shortcut. */
const controlWith = (key: string) =>
  [...document.querySelectorAll<HTMLElement>(`[aria-keyshortcuts=${key}]`)].at(-1)

const ACTIONS: Record<string, () => unknown> = {
  c: () => $can.get()('write') && followLink('/dashboard/create-post'),
  b: () => controlWith('B')?.focus(),
  j: () => controlWith('J')?.click(),
  k: () => controlWith('K')?.click(),
  r: () => controlWith('R')?.click(),
  z: () => controlWith('Z')?.click(),
  '?': () => $shortcutDialog.set('help'),
}

const TYPING = 'input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable]'
/** Lists in which letters already choose something. */
const OWN_LETTERS = '[role=listbox], [role=menu], [role=combobox]'

const isTyping = (target: EventTarget | null) =>
  target instanceof Element && target.closest(`${TYPING}, ${OWN_LETTERS}`) !== null

/** True unless the user has turned shortcuts of single letters off. */
export const $hasLetters = computed($settings, ({ data }) => data?.keyboardShortcuts !== false)

/** Selects a panel's form, unless the panel has shortcuts of its own, as the inbox has. */
const FORM = `:is(${DIALOG}):not(:has([aria-keyshortcuts=J])) form`

/** True while the composer or a panel with a form is open. The composer counts before its code has loaded. */
const isWriting = () => $composer.get() !== undefined || document.querySelector(FORM) !== null

/** Keys that also work while writing: Undo only undoes what a toast names. */
const ALSO_WHILE_WRITING = ['z']

/**
 * Handles the shortcuts of every screen, but none while somebody types or a dialog is open. Returns the function that stops it.
 */
export function watchShortcuts(): () => void {
  let goUntil = 0

  function onKeyDown(event: KeyboardEvent) {
    if (event.defaultPrevented || event.repeat || event.altKey || event.isComposing) return
    const key = event.key.toLowerCase()
    if (document.querySelector('dialog:modal') && $shortcutDialog.get() !== 'help') return
    if (event.metaKey || event.ctrlKey) {
      if (key !== 'k' || event.shiftKey) return
      event.preventDefault()
      $shortcutDialog.set('palette')
      return
    }
    if (!$hasLetters.get() || isTyping(event.target) || $shortcutDialog.get() === 'help') return
    if (isWriting() && !ALSO_WHILE_WRITING.includes(key)) return void (goUntil = 0)
    const isSequence = performance.now() < goUntil
    goUntil = key === 'g' && !isSequence ? performance.now() + GO_MS : 0
    const screen = isSequence ? SCREENS[key] : undefined
    const action = screen
      ? () => followLink(screen === 'viewPosts' ? $postsPath.get() : getPagePath($router, screen))
      : isSequence
        ? undefined
        : ACTIONS[key]
    if (!action) return
    event.preventDefault()
    action()
  }

  document.addEventListener('keydown', onKeyDown)
  return () => document.removeEventListener('keydown', onKeyDown)
}
