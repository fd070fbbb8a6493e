import { expect, test } from 'bun:test'

import type { Domain } from '#shared/businesses/domains.ts'
import { findDomains } from '#site/dashboard/shared/domains/BusinessSearch.tsx'
import {
  $prefersAll,
  $showsAll,
  pathToAll,
  showAllBusinesses,
  showOneBusiness,
} from '#site/dashboard/shared/domains/scope.ts'
import '#site/dashboard/shared/domains/dialogs.ts'
import { $router } from '#site/dashboard/shared/router.ts'
import { openedDialog } from '#site/test/dialog.ts'

test('lists businesses by name, and finds them by parts of it', () => {
  const domains = ['Zoë’s Flowers', 'bakery', 'Café Noir'].map(businessName => ({ businessName }) as Domain)
  const names = (typed: string) => findDomains(domains, typed).map(({ businessName }) => businessName)
  expect(names('')).toEqual(['bakery', 'Café Noir', 'Zoë’s Flowers'])
  expect(names(' cafe')).toEqual(['Café Noir'])
})

test('shows all businesses on screens that span them, elsewhere in the calendar, and then one again', () => {
  const after = (path: string, show: () => void) => {
    $router.open(path)
    show()
    const { path: at, search } = $router.get()!
    return `${at}?${new URLSearchParams(search)}`
  }
  expect(after('/dashboard/inbox?state=all', showAllBusinesses)).toBe(
    '/dashboard/inbox?state=all&businesses=all',
  )
  expect(after('/dashboard/view-post?tab=review', showAllBusinesses)).toBe(
    '/dashboard/view-post?tab=review&businesses=all',
  )
  expect(after('/dashboard/view-post?tab=facebook&page=2', showAllBusinesses)).toBe(
    '/dashboard/view-post?tab=scheduled&businesses=all',
  )
  expect(after('/dashboard/settings', showAllBusinesses)).toBe('/dashboard/calendar?businesses=all')
  expect($showsAll.get()).toBe(true)
  showOneBusiness()
  expect([$router.get()?.path, $showsAll.get()]).toEqual(['/dashboard/calendar', false])
  expect(after('/dashboard/settings?businesses=all', showOneBusiness)).toBe(
    '/dashboard/settings?businesses=all',
  )
})

test('keeps all businesses between screens until one is chosen', () => {
  $router.open('/dashboard/calendar?businesses=all')
  $router.open('/dashboard/settings')
  expect([$showsAll.get(), $prefersAll.get()]).toEqual([false, true])
  expect(
    ['calendar', 'view-post?tab=review', 'view-post?tab=facebook'].map(path =>
      pathToAll(`/dashboard/${path}`),
    ),
  ).toEqual([
    '/dashboard/calendar?businesses=all',
    '/dashboard/view-post?tab=review&businesses=all',
    '/dashboard/view-post?tab=scheduled&businesses=all',
  ])
  showOneBusiness()
  expect($prefersAll.get()).toBe(false)
})

test('asks for the business of a new post while all are shown, but not of an opened draft', async () => {
  const dialogAt = async (path: string) => {
    $router.open(path)
    // The dialog's code has loaded by then.
    await import('#site/dashboard/shared/domains/ChooseBusiness.tsx')
    await new Promise(resolve => setImmediate(resolve))
    return openedDialog()
  }
  const calendar = '/dashboard/calendar?businesses=all'
  expect(await dialogAt(calendar)).toBeUndefined()
  expect(await dialogAt(`${calendar}&new=now&draft=d`)).toBeUndefined()
  expect(await dialogAt(calendar)).toBeUndefined()
  expect(await dialogAt(`${calendar}&new=2030-01-01T09:00:00Z`)).toEqual({
    name: 'ChooseBusiness',
    at: '2030-01-01T09:00:00Z',
  })
  // The composer puts its own parameters into the URL.
  expect(await dialogAt(`${calendar}&new=now`)).toMatchObject({ name: 'ChooseBusiness' })
  expect(await dialogAt('/dashboard/calendar')).toBeUndefined()
  showOneBusiness()
  expect(await dialogAt('/dashboard/create-post')).toBeUndefined()
})
