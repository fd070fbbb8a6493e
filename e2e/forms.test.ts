import { expect, test } from 'bun:test'

import { askForAds } from './forms/ad-campaign.ts'
import { isKeptOut, readFeatureRequests, readSupportRequests, receiveRequests } from './forms/admin.ts'
import { submitTooEarly, writeToAgency } from './forms/contact.ts'
import { signInWithGoogle } from './forms/google.ts'
import { answerQuestions, readAboutAccountManagement } from './forms/questionnaire.ts'
import { resetPassword } from './forms/reset.ts'
import { comeBackTooLate, failToSignIn, pressTooEarly, signUpByKeyboard } from './forms/sign-in.ts'
import { openStage } from './stage.ts'
import type { Arrival, Visitor } from './visitor.ts'

const EMAIL = 'pat-of-the-forms@example.com'

const stage = openStage()

/** Refusals are meant here, and the browser's log has them; broken scripts and policies are not. */
const isBreakage = (fault: string) => /^script:|Content Security Policy|hydrat/i.test(fault)

const inBrowser = (name: string, arrival: Arrival, visit: (visitor: Visitor) => Promise<void>) => () =>
  stage.visit(`forms-${name}`, arrival, async visitor => {
    await visit(visitor)
    expect(visitor.faults.filter(isBreakage)).toEqual([])
  })

const [DESKTOP, PHONE] = [{ viewport: 'desktop' }, { viewport: 'phone' }] as const

test(
  'signing up by keyboard says at each step what is missing and what happened',
  inBrowser('sign-up', DESKTOP, visitor => signUpByKeyboard(visitor, stage.world, stage.url, EMAIL)),
)

test(
  'signing in by keyboard says what was refused, and why',
  inBrowser('sign-in', PHONE, visitor => failToSignIn(visitor, stage.url)),
)

test(
  'who forgot the password sets a new one by keyboard, from the mailed link',
  inBrowser('reset', PHONE, visitor => resetPassword(visitor, stage.world, stage.url, EMAIL)),
)

test(
  'Google’s button signs in, says so when it doesn’t, and leaves no password to change',
  inBrowser('google', DESKTOP, visitor => signInWithGoogle(visitor, stage.url)),
)

test(
  'a session that ended is said to have, and leads home three seconds later',
  inBrowser('expired', DESKTOP, visitor => comeBackTooLate(visitor, stage.url)),
)

test(
  'the contact form sends by keyboard, keeps what was typed, and says what is missing',
  inBrowser('contact', PHONE, visitor => writeToAgency(visitor, `${stage.url}/about`, 'Send Message')),
)

test(
  'what is pressed or sent before its script has come is not lost',
  inBrowser('early', DESKTOP, async visitor => {
    await pressTooEarly(visitor, stage.url)
    await submitTooEarly(visitor, `${stage.url}/contact`)
  }),
)

test(
  'an ad campaign is asked for by keyboard, and a website too',
  inBrowser('requests', DESKTOP, async visitor => {
    await askForAds(visitor, stage.url)
    await answerQuestions(visitor, stage.url)
    await readAboutAccountManagement(visitor, stage.url)
  }),
)

test('administrators read what came in; others don’t see that there is anything', async () => {
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
