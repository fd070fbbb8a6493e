import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'

import { buildSite } from '../commands/setup/build-site.ts'
import { contractClient } from './client.ts'
import { askForAds } from './forms/ad-campaign.ts'
import { isKeptOut, readFeatureRequests, readSupportRequests, receiveRequests } from './forms/admin.ts'
import { submitTooEarly, writeToAgency } from './forms/contact.ts'
import { signInWithGoogle } from './forms/google.ts'
import { answerQuestions, readAboutAccountManagement } from './forms/questionnaire.ts'
import { resetPassword } from './forms/reset.ts'
import { comeBackTooLate, failToSignIn, signUpByKeyboard } from './forms/sign-in.ts'
import { type OutsideWorld, outsideWorld } from './outside-world.ts'
import { type Product, startProduct } from './processes.ts'
import { newVisitor, openBrowser, type Viewport, type Visitor } from './visitor.ts'

const EMAIL = 'pat-of-the-forms@example.com'

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

/** Refusals are meant here, and the browser's log has them; broken scripts and policies are not. */
const isBreakage = (fault: string) => /^script:|Content Security Policy|hydrat/i.test(fault)

const inBrowser =
  (name: string, viewport: Viewport, visit: (visitor: Visitor) => Promise<void>) => async () => {
    const visitor = await newVisitor(browser, viewport)
    try {
      await visit(visitor)
      expect(visitor.faults.filter(isBreakage)).toEqual([])
    } catch (error) {
      await visitor.page.screenshot({ path: `.astro/forms-${name}.png` })
      throw error
    } finally {
      await visitor.leave()
    }
  }

test(
  'signing up by keyboard says at each step what is missing and what happened',
  inBrowser('sign-up', 'desktop', visitor => signUpByKeyboard(visitor, world, product.url, EMAIL)),
)

test(
  'signing in by keyboard says what was refused, and why',
  inBrowser('sign-in', 'phone', visitor => failToSignIn(visitor, product.url)),
)

test(
  'who forgot the password sets a new one by keyboard, from the mailed link',
  inBrowser('reset', 'phone', visitor => resetPassword(visitor, world, product.url, EMAIL)),
)

test(
  'Google’s button signs in, says so when it doesn’t, and leaves no password to change',
  inBrowser('google', 'desktop', visitor => signInWithGoogle(visitor, product.url)),
)

test(
  'a session that ended is said to have, and leads home three seconds later',
  inBrowser('expired', 'desktop', visitor => comeBackTooLate(visitor, product.url)),
)

test(
  'the contact forms send by keyboard, keep what was typed, and say what is missing',
  inBrowser('contact', 'phone', async visitor => {
    await writeToAgency(visitor, `${product.url}/contact`, 'Submit')
    await writeToAgency(visitor, `${product.url}/about`, 'Send Message')
  }),
)

test(
  'a form that is sent before its script has come loses nothing',
  inBrowser('early', 'desktop', visitor => submitTooEarly(visitor, `${product.url}/contact`)),
)

test(
  'an ad campaign is asked for by keyboard, and a website too',
  inBrowser('requests', 'desktop', async visitor => {
    await askForAds(visitor, product.url)
    await answerQuestions(visitor, product.url)
    await readAboutAccountManagement(visitor, product.url)
  }),
)

test('administrators read what came in; others don’t see that there is anything', async () => {
  const client = contractClient(product.url, world)
  const email = 'ada@example.com'
  await client.signUp(email)
  await receiveRequests(client)
  const login = await client.call('users/login', { json: { email, password: 'correct horse battery' } })
  const signedIn = async ({ page }: Visitor) => {
    await page.goto(product.url)
    await page.evaluate(token => localStorage.setItem('token', token), String(login.token))
  }
  await inBrowser('kept-out', 'desktop', async visitor => {
    await signedIn(visitor)
    await isKeptOut(visitor, product.url)
  })()
  await product.grantAdmin(email)
  for (const viewport of ['desktop', 'phone'] as const) {
    await inBrowser(`admin-${viewport}`, viewport, async visitor => {
      await signedIn(visitor)
      await readSupportRequests(visitor, product.url)
      await readFeatureRequests(visitor, product.url)
    })()
  }
})
