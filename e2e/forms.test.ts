import { expect, test } from 'bun:test'

import { askForAds } from './forms/ad-campaign.ts'
import { isKeptOut, readFeatureRequests, readSupportRequests, receiveRequests } from './forms/admin.ts'
import { submitTooEarly, writeToAgency } from './forms/contact.ts'
import { signInWithGoogle } from './forms/google.ts'
import { fillInQuestions, readAboutAccountManagement } from './forms/questionnaire.ts'
import { resetPassword } from './forms/reset.ts'
import {
  comeBackTooLate,
  failToSignIn,
  followMailedLink,
  pressTooEarly,
  signUpByKeyboard,
} from './forms/sign-in.ts'
import { openStage } from './stage.ts'
import type { Arrival, Visitor } from './visitor.ts'

const EMAIL = 'pat-of-the-forms@example.com'

const stage = openStage()

/** Ignores error responses, which are intended here, unlike broken scripts and policies. */
const isBreakage = (fault: string) => /^script:|Content Security Policy|hydrat/i.test(fault)

const inBrowser = (name: string, arrival: Arrival, visit: (visitor: Visitor) => Promise<void>) => () =>
  stage.visit(`forms-${name}`, arrival, async visitor => {
    await visit(visitor)
    expect(visitor.faults.filter(isBreakage)).toEqual([])
  })

const [DESKTOP, PHONE] = [{ viewport: 'desktop' }, { viewport: 'phone' }] as const

test(
  'reports each missing input and result of signing up by keyboard',
  inBrowser('sign-up', DESKTOP, visitor => signUpByKeyboard(visitor, stage.world, stage.url, EMAIL)),
)

test(
  'explains each error of signing in by keyboard',
  inBrowser('sign-in', PHONE, visitor => failToSignIn(visitor, stage.url)),
)

test(
  'sets a new password by keyboard from the mailed link',
  inBrowser('reset', PHONE, visitor => resetPassword(visitor, stage.world, stage.url, EMAIL)),
)

test(
  'signs in with Google’s button, reports its errors, and offers no password to change',
  inBrowser('google', DESKTOP, visitor => signInWithGoogle(visitor, stage.url)),
)

test(
  'announces an ended session and opens the home page three seconds later',
  inBrowser('expired', DESKTOP, visitor => comeBackTooLate(visitor, stage.url)),
)

test(
  'opens the page of a mailed link after the sign-in',
  inBrowser('mailed-link', PHONE, async visitor => {
    const email = 'linda@example.com'
    await stage.newClient().signUp(email)
    await followMailedLink(visitor, stage.url, email)
  }),
)

test(
  'sends the contact form by keyboard, keeps the input and reports what is missing',
  inBrowser('contact', PHONE, visitor => writeToAgency(visitor, `${stage.url}/about`, 'Send Message')),
)

test(
  'keeps input that is sent before its script has loaded',
  inBrowser('early', DESKTOP, async visitor => {
    await pressTooEarly(visitor, stage.url)
    await submitTooEarly(visitor, `${stage.url}/contact`)
  }),
)

test(
  'requests an ad campaign and a website by keyboard',
  inBrowser('requests', DESKTOP, async visitor => {
    await askForAds(visitor, stage.url)
    await fillInQuestions(visitor, stage.url)
    await readAboutAccountManagement(visitor, stage.url)
  }),
)

test('shows requests to administrators and hides them from others', async () => {
  const client = stage.newClient()
  const email = 'ada@example.com'
  await client.signUp(email)
  await receiveRequests(client)
  const login = await client.call('users/login', { json: { email, password: 'correct horse battery' } })
  const session = String(login.token)
  await inBrowser('kept-out', { viewport: 'desktop', session }, visitor => isKeptOut(visitor, stage.url))()
  await stage.product.grantAdmin(email)
  await inBrowser('admin', { viewport: 'phone', session }, async visitor => {
    await readSupportRequests(visitor, stage.url)
    await readFeatureRequests(visitor, stage.url)
  })()
})
