import type { Locator, Page } from 'playwright-core'

import { focusProblem } from '../keyboard/focus.ts'
import { dayOf, DUE_AT, ZONE } from '../melbourne.ts'
import { BUSINESS } from './people.ts'
import { button, sequence, type Open, press, see, turnOn, write } from './steps.ts'
import { openScreen, type Scene } from './visit.ts'

const ARRIVES_WITHIN_MS = 60_000
const DAY_MS = 24 * 60 * 60_000

/** A key, the name of the element that then has the focus, and an announcement to await before pressing the key. */
type Press = [key: string, leadsTo: RegExp, onceSaid?: string]

export type KeySequence = { heading: string; path: string; begin: Open; presses: Press[] }

const at =
  (find: (page: Page) => Locator): Open =>
  page =>
    find(page).focus()

const whole = new Intl.DateTimeFormat('en-AU', { timeZone: ZONE, dateStyle: 'full' })
const ON = dayOf(DUE_AT)

/** Returns the name of a day, counted from the one with posts. */
const day = (days: number) => RegExp(whole.format(+DUE_AT + days * DAY_MS).replace(',', ''))

const chosenDay = at(page => page.locator('[data-day][aria-selected=true] button').first())

/** Expected focus after arrow keys, Home, End and letters, and after the focused element disappears. */
export const KEY_SEQUENCES: Record<string, KeySequence> = {
  'the link that skips the menu': {
    heading: 'Dashboard Overview',
    path: '/dashboard',
    begin: sequence(page => page.reload(), see('Dashboard Overview')),
    presses: [
      ['Tab', /^Skip to content/],
      ['Enter', /^Dashboard Overview/],
    ],
  },
  shortcuts: {
    heading: 'Dashboard Overview',
    path: '/dashboard',
    begin: sequence(page => page.reload(), see('Dashboard Overview')),
    presses: [
      ['?', /^Keyboard shortcuts/],
      ['Escape', /^Dashboard Overview/],
      ['?', /^Keyboard shortcuts/],
      ['Control+k', /^Search screens/],
      ['Escape', /^Dashboard Overview/],
      ['g', /^Dashboard Overview/],
      ['c', /^Calendar/],
      ['g', /^Calendar/],
      ['p', /^Manage Social Posts/],
      ['g', /^Manage Social Posts/],
      ['i', /^Insights/],
      ['g', /^Insights/],
      ['m', /^Media/],
      ['g', /^Media/],
      ['h', /^Social Hub/],
      ['g', /^Social Hub/],
      ['n', /^Notifications/],
      ['g', /^Notifications/],
      ['o', /^Dashboard Overview/],
      ['g', /^Dashboard Overview/],
      ['s', /^Settings/],
      ['Control+k', /^Search screens/],
      ['n', /^Search screens/],
      ['o', /^Search screens/],
      ['t', /^Search screens/],
      ['Enter', /^Notifications/],
      ['c', /^Message/],
    ],
  },
  'a deleted note': {
    heading: 'Inbox',
    path: '/dashboard/inbox',
    begin: sequence(
      press(/Robin Hale/),
      write('New note', 'I rang her.'),
      press('Add note'),
      page => button(page, 'Delete note').waitFor(),
      at(page => button(page, 'Delete note')),
    ),
    presses: [['Enter', /^Review/]],
  },
  tabs: {
    heading: 'Manage Social Posts',
    path: '/dashboard/view-post?tab=facebook',
    begin: at(page => page.getByRole('tab', { name: 'On the networks' })),
    presses: [
      ['ArrowRight', /^Planned/],
      ['End', /^On the networks/],
      ['ArrowLeft', /^Published/],
      ['ArrowRight', /^On the networks/],
      ['Home', /^Planned/],
    ],
  },
  'selected posts': {
    heading: 'Manage Social Posts',
    path: '/dashboard/view-post?tab=scheduled',
    begin: sequence(
      page =>
        page
          .getByRole('checkbox', { name: /^Select Closed/ })
          .first()
          .check(),
      at(page => page.getByRole('checkbox', { name: /^Select Closed/ }).first()),
      page => page.getByRole('region', { name: 'Selected posts' }).waitFor(),
    ),
    presses: [
      ['ArrowDown', /^Select /],
      ['End', /^Select /],
      ['b', /^Move…/],
      ['Shift+Tab', /^Clear the selection/],
      ['Enter', /^Manage Social Posts/],
    ],
  },
  'the list of businesses': {
    heading: 'Businesses',
    path: '/dashboard/clients',
    begin: at(page => page.getByRole('searchbox', { name: 'Search businesses' })),
    presses: [
      ['x', /^Search businesses/],
      ['Tab', /^Sort by/],
      ['Tab', /^Show all businesses/],
      ['Enter', /^Businesses/],
      ['Tab', /^Add a business/],
      ['Tab', /^Search businesses/],
      ['Tab', /^Sort by/],
    ],
  },
  'the businesses': {
    heading: 'Insights',
    path: '/dashboard/insights',
    begin: at(page => button(page, BUSINESS)),
    presses: [
      ['Enter', RegExp(`^${BUSINESS}`)],
      ['ArrowDown', RegExp(`^${BUSINESS}`)],
      ['ArrowDown', RegExp(`^Edit ${BUSINESS}`)],
      ['End', /^Create New/],
      ['ArrowUp', RegExp(`^Edit ${BUSINESS}`)],
      ['Escape', RegExp(`^${BUSINESS}`)],
    ],
  },
  'days and times': {
    heading: 'Create Social Post',
    path: '/dashboard/create-post',
    begin: sequence(
      turnOn('Schedule this post'),
      at(page => button(page, /^Date and time/)),
    ),
    presses: [
      ['Enter', /\d{4}$/],
      ['PageDown', /\d{4}$/],
      ['Home', /^Monday/],
      ['End', /^Sunday/],
      ['ArrowDown', /^Sunday/],
      ['ArrowLeft', /^Saturday/],
      ['ArrowUp', /^Saturday/],
      ['Enter', /^Saturday/],
      ['Tab', /[ap]m$/],
      ['Home', /^12:00/],
      ['9', /^9:00/],
      ['ArrowDown', /^9:15/],
      ['PageDown', /^10:15/],
      ['End', /^11:45/],
      ['Enter', /^Date and time/],
    ],
  },
  'the days of a month': {
    heading: 'Calendar',
    path: `/dashboard/calendar?view=month&on=${ON}`,
    begin: sequence(see('Closed at Easter, two'), chosenDay),
    presses: [
      ['ArrowRight', day(1)],
      ['ArrowDown', day(8)],
      ['ArrowLeft', day(7)],
      ['ArrowUp', day(0)],
      ['Home', /Monday/],
      ['End', /Sunday/],
      ['PageDown', /^\w+day \d+ \w+ \d+$/],
      ['PageUp', /^\w+day \d+ \w+ \d+/],
    ],
  },
  'the posts of a day': {
    heading: 'Calendar',
    path: `/dashboard/calendar?view=week&on=${ON}`,
    begin: sequence(see('Closed at Easter, two'), chosenDay),
    presses: [
      ['ArrowDown', /Closed at Easter/],
      ['ArrowDown', /Closed at Easter/],
      ['ArrowUp', /Closed at Easter/],
      ['ArrowRight', day(1)],
      ['ArrowLeft', day(0)],
      ['F2', /Closed at Easter/],
      ['Escape', day(0)],
      ['Enter', /^\w+day \d+ \w+ \d+$/],
      ['Escape', /\d posts$/],
    ],
  },
  'the month before': {
    heading: 'Create Social Post',
    path: '/dashboard/create-post',
    begin: sequence(
      turnOn('Schedule this post'),
      press(/^Date and time/),
      press('Next month'),
      at(page => button(page, 'Previous month')),
    ),
    presses: [
      ['Enter', /^Previous month/],
      ['Enter', /^Previous month/],
      ['Enter', /^Previous month/],
      ['Escape', /^Date and time/],
    ],
  },
  notifications: {
    heading: 'Notifications',
    path: '/dashboard/notifications',
    begin: at(page => button(page, /^Mark as read: /)),
    presses: [
      ['Enter', /^Delete: /],
      ['Enter', /^Notifications/],
      ['Tab', /^Undo/, 'Notification deleted.'],
      ['Enter', /^Notifications/],
    ],
  },
  'all notifications': {
    heading: 'Notifications',
    path: '/dashboard/notifications',
    begin: sequence(
      page => page.reload(),
      at(page => page.getByRole('button', { name: 'Mark all as read', disabled: false })),
    ),
    presses: [
      ['Enter', /^Mark all as read/],
      ['Tab', /^Delete all/],
    ],
  },
  reports: {
    heading: 'Monthly Reports',
    path: '/dashboard/reports',
    begin: sequence(
      press('Prepare'),
      see('Summary'),
      at(page => button(page, /^Release and/)),
    ),
    presses: [
      ['Enter', /^Cancel/],
      ['Tab', /^Release/],
      ['Enter', /^Monthly Reports/],
    ],
  },
  themes: {
    heading: 'Settings',
    path: '/dashboard/settings#appearance',
    begin: at(page => page.getByRole('radio', { name: 'System' })),
    presses: [
      ['ArrowRight', /^Light/],
      ['ArrowLeft', /^System/],
    ],
  },
  countries: {
    heading: 'Edit Profile',
    path: '/dashboard/profile',
    begin: at(page => button(page, /^Country:/)),
    presses: [
      ['Enter', /^Search for a country/],
      ['ArrowDown', /^Search for a country/],
      ['Enter', /^Phone/],
    ],
  },
}

/** Presses keys one after another. @returns problems with the focus */
export async function runKeySequence(
  scene: Scene,
  label: string,
  { begin, presses, ...screen }: KeySequence,
) {
  const { page, world } = scene
  await openScreen(scene, screen)
  await begin(page, world)
  const problems: string[] = []
  for (const [key, leadsTo, announcement] of presses) {
    if (announcement) await see(announcement)(page, world)
    await page.keyboard.press(key)
    const arrived = page.waitForFunction(hasFocus, leadsTo.source, { timeout: ARRIVES_WITHIN_MS })
    if (
      !(await arrived.then(
        () => true,
        () => false,
      ))
    )
      problems.push(`${label}: ${key} does not lead to ${leadsTo.source}`)
    else {
      const problem = await page.evaluate(focusProblem)
      if (problem) problems.push(`${label}: after ${key}, ${problem}`)
    }
  }
  await page.keyboard.press('Escape')
  return problems
}

/** Runs in the page. Returns true if the focused element has a matching name. */
function hasFocus(source: string): boolean {
  const focused = document.activeElement as HTMLInputElement
  const heard = [...focused.childNodes].filter(
    each => !(each instanceof Element && each.ariaHidden === 'true'),
  )
  const content = heard.map(({ textContent }) => textContent).join('')
  const name = focused.ariaLabel ?? focused.labels?.[0]?.textContent ?? content
  return RegExp(source).test(name.trim())
}
