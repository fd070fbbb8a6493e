import type { Page, Route } from 'playwright-core'

import { inputFile, pictureFile, video } from '../pictures.ts'
import type { SandboxClient } from '../sandbox-client.ts'

/** An action on a page. `world` controls the sandbox. */
export type Open = (page: Page, world: SandboxClient) => Promise<unknown>

/** A change of the screen: a lasting state, a state in progress (`busy`), or something above the screen until Escape. */
export type Step = { open: Open; is: 'state' | 'busy' | 'above' }
export type Steps = Record<string, Open | Step>

/** A step that opens something. Escape closes it and returns the focus. */
export const above = (...steps: Open[]): Step => ({ open: sequence(...steps), is: 'above' })
/** A step whose state is inspected while it is in progress. */
export const busy = (...steps: Open[]): Step => ({ open: sequence(...steps), is: 'busy' })

export const sequence =
  (...steps: Open[]): Open =>
  async (page, world) => {
    for (const step of steps) await step(page, world)
  }

export const button = (page: Page, name: string | RegExp) =>
  page
    .getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })
    .filter({ visible: true })
    .first()

export const press =
  (name: string | RegExp): Open =>
  page =>
    button(page, name).click()

export const pressText =
  (text: string): Open =>
  page =>
    page.getByText(text, { exact: true }).filter({ visible: true }).first().click()

export const toggle =
  (name: string): Open =>
  page =>
    page.getByRole('switch', { name }).first().click()

/** Turns a switch on, unless it is on already. Clicks again if the page turned it on just before the click, which turned it off. */
export const turnOn =
  (name: string): Open =>
  async page => {
    const control = page.getByRole('switch', { name }).first()
    await control.check().catch(() => control.check())
  }

export const tick =
  (name: string | RegExp): Open =>
  page =>
    page.getByRole('checkbox', { name }).check()

export const write =
  (label: string, text: string): Open =>
  page =>
    page.getByLabel(label, { exact: true }).filter({ visible: true }).last().fill(text)

export const search =
  (text: string): Open =>
  page =>
    page.getByRole('searchbox').fill(text)

export const see =
  (text: string | RegExp): Open =>
  page =>
    page.getByText(text).filter({ visible: true }).first().waitFor()

/** Awaits an announcement to screen readers. */
export const hear =
  (text: string | RegExp): Open =>
  page =>
    page.getByText(text).first().waitFor({ state: 'attached' })

export const seeDialog: Open = page => page.getByRole('dialog').filter({ visible: true }).first().waitFor()

export const tab =
  (name: string | RegExp): Open =>
  page =>
    page.getByRole('tab', { name }).click()

export const keys =
  (...pressed: string[]): Open =>
  async page => {
    for (const key of pressed) await page.keyboard.press(key)
  }

/** Sets a fault for a provider's next call. */
export const setFault =
  (...fault: Parameters<SandboxClient['addFault']>): Open =>
  (_page, world) =>
    world.addFault(...fault)

/** The api's response to an unexpected error. */
export const ERROR_RESPONSE = {
  status: 500,
  json: { success: false, code: 'internal', message: 'Something went wrong. Please try again.' },
}
let held = Promise.withResolvers<Route>()

/** Holds one of the page's calls until `failHeldCall` fails it. */
export const holdCall =
  (call: string): Open =>
  page => {
    held = Promise.withResolvers()
    return page.route(`**/api/${call}`, route => held.resolve(route))
  }

export const failHeldCall: Open = async page => {
  await (await held.promise).fulfill(ERROR_RESPONSE)
  await page.unrouteAll()
}

/** Clicks a link to this path, like those of the sidebar. */
export const go =
  (path: string): Open =>
  page =>
    page.evaluate(href => {
      const link = Object.assign(document.createElement('a'), { href })
      document.body.append(link)
      link.click()
      link.remove()
    }, path)

export const choosePhoto: Open = async page => {
  const input = page.getByLabel(/^(Choose a photo|Add pictures or a video)$/)
  await input.setInputFiles(await pictureFile('van.jpg'))
}

export const chooseVideo: Open = async page =>
  page.getByLabel('Add pictures or a video').setInputFiles(await inputFile(await video('van.mp4')))

/** Opens the details of the post whose text matches. */
export const openDetailsOf =
  (name: string): Open =>
  page =>
    page
      .getByRole('link', { name: new RegExp(`^Details of.*${name}`) })
      .filter({ visible: true })
      .last()
      .click()
export const openDetails = openDetailsOf('')
