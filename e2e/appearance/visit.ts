import type { Page } from 'playwright-core'

import type { Viewport } from '../visitor.ts'
import { look, lookZoomed } from './look.ts'
import type { Screen } from './screens.ts'

const REFUSAL = {
  status: 500,
  json: { success: false, code: 'internal', message: 'Something went wrong. Please try again.' },
}
/** What the frame around every screen needs. */
const OF_THE_FRAME = /users\/getUserInfo|\/events|notifications\/counts/

/** Follows a link to a screen of the dashboard, as the sidebar's are followed. */
async function follow(page: Page, { path, heading }: Screen) {
  await page.evaluate(href => {
    const link = Object.assign(document.createElement('a'), { href })
    document.body.append(link)
    link.click()
    link.remove()
  }, path)
  await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor()
}

const untilSettled = (page: Page) =>
  page.waitForFunction(() => !document.querySelector('main :is(.skeleton, [aria-busy=true])'))

/** Looks at a screen when it is there, and at everything that it can turn into. */
export async function lookAtScreen(page: Page, screen: Screen, on?: Viewport[]): Promise<string[]> {
  const wrong: string[] = []
  const see = async (what: string) => wrong.push(...(await look(page, `${screen.heading}: ${what}`, on)))

  await follow(page, screen)
  await untilSettled(page)
  wrong.push(...(await lookZoomed(page, screen.heading)))
  await see('ready')
  for (const [name, open] of Object.entries(screen.dialogs ?? {})) {
    await open(page)
    await see(name)
    wrong.push(...(await close(page, name)))
  }
  for (const [name, change] of Object.entries(screen.states ?? {})) {
    await change(page)
    await untilSettled(page)
    await see(name)
  }
  return wrong
}

/** Escape closes what is open and gives the focus back. */
async function close(page: Page, what: string): Promise<string[]> {
  await page.keyboard.press('Escape')
  await page.waitForFunction(
    () => !document.querySelector('dialog:modal') && !document.querySelector('[aria-expanded=true]'),
  )
  const isLost = await page.evaluate(() => document.activeElement === document.body)
  return isLost ? [`${what}: the focus is lost when it closes`] : []
}

/** Looks at a screen that is opened while the api doesn't answer, and then refuses everything. */
export async function lookAtFailure(page: Page, origin: string, screen: Screen): Promise<string[]> {
  const held = Promise.withResolvers<void>()
  await page.route('**/api/**', async route => {
    if (OF_THE_FRAME.test(route.request().url())) return route.continue()
    await held.promise
    return route.fulfill(REFUSAL)
  })
  await page.goto(origin + screen.path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  const wrong = await look(page, `${screen.heading}: loading`, ['desktop'])
  held.resolve()
  await untilSettled(page)
  wrong.push(...(await look(page, `${screen.heading}: failed`, ['phone'])))
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  return wrong
}
