import { atom } from 'nanostores'

import { $router } from '#site/dashboard/shared/router.ts'
import { mediaQuery } from '#site/lib/media-query.ts'

/** True on a window so narrow that sections are closed at first, below the `md` breakpoint. */
export const $isNarrow = mediaQuery('(width < 48rem)', false)

/** Anchors of the sections that are open in a narrow window. */
export const $openSections = atom<ReadonlySet<string>>(new Set())

export function toggleSection(anchor: string) {
  const open = new Set($openSections.get())
  if (!open.delete(anchor)) open.add(anchor)
  $openSections.set(open)
}

export const openSection = (anchor: string) => $openSections.set(new Set([...$openSections.get(), anchor]))

/**
 * Opens the section that the URL names, now and whenever its fragment changes.
 * @returns a function that stops it and closes all sections
 */
export function followFragment() {
  const stop = $router.subscribe(page => {
    const anchor = page?.hash.slice(1)
    if (!anchor) return
    openSection(anchor)
    const section = document.getElementById(anchor)
    if (section) keepInView(section)
  })
  return () => {
    stop()
    $openSections.set(new Set())
  }
}

/** Scrolls to a section as it mounts, if the URL names it. */
export const scrollIfLinked = (section: HTMLElement | null) =>
  section?.id && location.hash === `#${section.id}` ? keepInView(section) : undefined

/** Events that show that the user has begun to use the screen. */
const USER_EVENTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

let stopLast = () => {}

/**
 * Scrolls to a section, and again whenever the page's height changes, until the user scrolls, presses or types, or until the
 * page scrolls to another section.
 * @returns a function that stops it earlier
 */
export function keepInView(section: HTMLElement) {
  stopLast()
  const resized = new ResizeObserver(() => section.scrollIntoView())
  resized.observe(document.body)
  const stop = () => {
    resized.disconnect()
    for (const type of USER_EVENTS) removeEventListener(type, stop)
  }
  for (const type of USER_EVENTS) addEventListener(type, stop, { passive: true })
  stopLast = stop
  return stop
}
