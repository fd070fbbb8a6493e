import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'

import { buildSite } from '../commands/setup/build-site.ts'
import { eventually } from './eventually.ts'
import { type OutsideWorld, outsideWorld } from './outside-world.ts'
import { type Product, startProduct } from './processes.ts'
import { newVisitor, openBrowser, type Viewport, type Visitor } from './visitor.ts'

const BUSINESS = 'Pat’s Plumbing'

let product: Product
let world: OutsideWorld
let browser: Browser

beforeAll(async () => {
  await buildSite()
  ;[product, browser] = await Promise.all([startProduct(), openBrowser()])
  world = outsideWorld(product.sandboxUrl)
}, 120_000)
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

async function signUp({ page, expectAccessible }: Visitor, email: string) {
  await page.goto(product.url)
  await expectAccessible('home')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.getByRole('dialog', { name: 'Welcome back' }).waitFor()
  await expectAccessible('sign in')
  await page.getByRole('button', { name: 'Create an account' }).click()
  await page.getByLabel('Full name').fill('Pat Lee')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill('correct horse battery')
  await page.getByRole('textbox', { name: 'Confirm password' }).fill('correct horse battery')
  await page.getByRole('checkbox').check()
  await expectAccessible('sign up')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await page.getByRole('dialog', { name: 'Verify OTP' }).waitFor()
  await expectAccessible('the code')
  await page
    .getByRole('textbox', { name: 'Code' })
    .fill(await eventually('the code by mail', () => world.mailedCode(email)))
  await page.getByRole('button', { name: 'Verify' }).click()
  await page.getByRole('heading', { name: 'Dashboard Overview' }).waitFor()
}

async function addBusiness({ page, expectAccessible }: Visitor) {
  await expectAccessible('an empty overview')
  await page.getByRole('button', { name: 'Add it' }).click()
  await page.getByRole('dialog', { name: 'Create Domain' }).waitFor()
  await expectAccessible('create domain')
  await page.getByLabel('Name *').fill(BUSINESS)
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('dialog', { name: 'Create Domain' }).waitFor({ state: 'hidden' })
  await page.getByRole('cell', { name: BUSINESS }).waitFor()
  await expectAccessible('the overview')
}

test.each<Viewport>(['phone', 'desktop'])(
  'on a %s, somebody signs up, connects both networks, writes a post with two pictures and sees it go out',
  async viewport => {
    const visitor = await newVisitor(browser, viewport)
    try {
      await signUp(visitor, `pat-on-${viewport}@example.com`)
      await addBusiness(visitor)
      expect(visitor.faults).toEqual([])
    } catch (error) {
      await visitor.page.screenshot({ path: `.astro/journey-${viewport}.png`, fullPage: true })
      throw error
    } finally {
      await visitor.leave()
    }
  },
)
