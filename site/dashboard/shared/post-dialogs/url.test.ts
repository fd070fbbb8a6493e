import { afterAll, beforeEach, expect, test } from 'bun:test'

import { $router } from '#site/dashboard/shared/router.ts'
import { $composer, closePanel, composerPath, pathToPost } from './url.ts'

const AT = '2030-01-20T09:15:00.000Z'

beforeEach(() => $router.open(`/dashboard/calendar?view=week&new=${AT}&draft=d`))
afterAll(() => $router.open('/dashboard'))

test('reads what the composer beside the calendar opens, and writes it beside the calendar’s own parameters', () => {
  expect($composer.get()).toEqual({ draft: 'd', at: AT, edit: undefined, from: undefined })
  $router.open(composerPath({ draft: 'e' }))
  expect($router.get()?.search).toEqual({ view: 'week', new: 'now', draft: 'e' })
  expect($composer.get()).toMatchObject({ draft: 'e', at: undefined })
})

test('shows either a post or the composer beside the calendar', () => {
  expect(pathToPost('p')).toBe('/dashboard/calendar?view=week&post=p')
  closePanel()
  expect([$router.get()?.search, $composer.get()]).toEqual([{ view: 'week' }, undefined])
})

test('leaves a screen’s own parameters as they are', () => {
  $router.open('/dashboard/activity?from=2030-01-01&new=now&again=p')
  expect($composer.get()).toMatchObject({ from: 'p' })
  expect(pathToPost('q')).toBe('/dashboard/activity?from=2030-01-01&post=q')
})

test('shows a post in the place of an open review', () => {
  $router.open('/dashboard/inbox?state=answered&item=r')
  expect(pathToPost('p')).toBe('/dashboard/inbox?state=answered&post=p')
})

test('opens the composer on its own screen from other screens', () => {
  $router.open('/dashboard/view-post?tab=scheduled')
  expect(composerPath({ draft: 'd', at: AT })).toBe(
    `/dashboard/create-post?draft=d&at=${encodeURIComponent(AT)}`,
  )
  $router.open('/dashboard/create-post?edit=p')
  expect($composer.get()).toEqual({ edit: 'p' })
})
