import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'

import { buildSite } from '../commands/setup/build-site.ts'
import { contractClient } from './client.ts'
import { outsideWorld } from './outside-world.ts'
import { type Product, startProduct } from './processes.ts'
import { changePassword } from './profile/password.ts'
import { askForDeletion, downloadEverything, keepAccount } from './profile/own-data.ts'
import { editProfile } from './profile/edit.ts'
import { newVisitor, openBrowser, type Viewport } from './visitor.ts'

let product: Product
let browser: Browser

beforeAll(async () => {
  await buildSite()
  ;[product, browser] = await Promise.all([startProduct(), openBrowser()])
}, 120_000)
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

test.each<[Viewport, 'light' | 'dark']>([
  ['phone', 'dark'],
  ['desktop', 'light'],
])(
  'on a %s in the %s, somebody edits their profile, changes their password, takes their data and keeps the account after all',
  async (viewport, colorScheme) => {
    const visitor = await newVisitor(browser, viewport)
    const { page } = visitor
    const person = contractClient(product.url, outsideWorld(product.sandboxUrl))
    const email = `profile-on-${viewport}@example.com`
    try {
      await page.emulateMedia({ colorScheme })
      await person.signUp(email)
      await page.addInitScript(token => {
        localStorage.setItem('token', token)
        localStorage.setItem('isLoggedIn', 'true')
      }, person.token())
      await page.goto(`${product.url}/dashboard/profile`)
      await editProfile(visitor)
      await changePassword(visitor)
      await downloadEverything(visitor, email)
      await askForDeletion(visitor)
      await keepAccount(visitor)
      expect(visitor.faults).toEqual([])
    } catch (error) {
      await page.screenshot({ path: `.astro/profile-${viewport}.png`, fullPage: true })
      throw error
    } finally {
      await visitor.leave()
    }
  },
)
