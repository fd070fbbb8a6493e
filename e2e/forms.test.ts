import { expect, test } from 'bun:test'

import { askForAds } from './forms/ad-campaign.ts'
import { expectNoAccess, readFeatureRequests, readSupportRequests, receiveRequests } from './forms/admin.ts'
import { submitTooEarly, writeToAgency } from './forms/contact.ts'
import { signInWithGoogle } from './forms/google.ts'
import { askToBeServed } from './forms/hire.ts'
import { fillInQuestions, readAboutAccountManagement } from './forms/questionnaire.ts'
import { resetPassword } from './forms/reset.ts'
import {
  comeBackTooLate,
  failToSignIn,
  followMailedLink,
  pressTooEarly,
  signUpByKeyboard,
} from './forms/sign-in.ts'
import { keepWeekByGoogle, keepWeekByMail } from './forms/trial-week.ts'
import { openTestbed } from './testbed.ts'
import { type VisitorOptions, type Visitor, VIEWPORTS } from './visitor.ts'

const testbed = openTestbed()

/** Ignores error responses, which are intended here, unlike broken scripts and policies. */
const isBreakage = (fault: string) => /^script:|Content Security Policy|hydrat/i.test(fault)

const inBrowser = (name: string, arrival: VisitorOptions, visit: (visitor: Visitor) => Promise<void>) => () =>
  testbed.visit(`forms-${name}`, arrival, async visitor => {
    await visit(visitor)
    expect(visitor.faults.filter(isBreakage)).toEqual([])
  })

/** Both sizes and both themes, because the forms' states are in the theme's colours. */
const [DESKTOP, PHONE] = [{ viewport: 'desktop' }, { viewport: 'phone', colorScheme: 'dark' }] as const

const FORMS = [
  {
    name: 'reports each missing input and result of signing up by keyboard',
    run: inBrowser('sign-up', DESKTOP, visitor =>
      signUpByKeyboard(visitor, testbed.world, testbed.url, 'pat-of-the-forms@example.com'),
    ),
  },
  {
    name: 'explains each error of signing in by keyboard',
    run: inBrowser('sign-in', PHONE, visitor => failToSignIn(visitor, testbed.url)),
  },
  {
    name: 'sets a new password by keyboard from the mailed link',
    run: inBrowser('reset', PHONE, async visitor => {
      const email = 'remy@example.com'
      await testbed.newClient().signUp(email)
      await resetPassword(visitor, testbed.world, testbed.url, email)
    }),
  },
  {
    name: 'signs in with Google’s button, reports its errors, and offers no password to change',
    run: inBrowser('google', DESKTOP, visitor => signInWithGoogle(visitor, testbed.url)),
  },
  {
    name: 'keeps a first week of posts through a sign-up by mail, and one with Google',
    run: async () => {
      const { url, world } = testbed
      const email = 'pat-of-the-first-week@example.com'
      await inBrowser('week-by-mail', PHONE, visitor => keepWeekByMail(visitor, { url, world }, email))()
      await inBrowser('week-by-google', DESKTOP, visitor => keepWeekByGoogle(visitor, url))()
    },
  },
  {
    name: 'announces an ended session and opens the home page three seconds later',
    run: inBrowser('expired', DESKTOP, visitor => comeBackTooLate(visitor, testbed.url)),
  },
  {
    name: 'opens the page of a mailed link after the sign-in',
    run: inBrowser('mailed-link', PHONE, async visitor => {
      const email = 'linda@example.com'
      await testbed.newClient().signUp(email)
      await followMailedLink(visitor, testbed.url, email)
    }),
  },
  {
    name: 'sends the contact form by keyboard, keeps the input and reports what is missing',
    run: inBrowser('contact', PHONE, visitor =>
      writeToAgency(visitor, `${testbed.url}/about`, 'Send Message'),
    ),
  },
  {
    name: 'asks to be served at a price from the plans, and books a call with one more press',
    run: inBrowser('hire', PHONE, visitor => askToBeServed(visitor, testbed.url, testbed.world)),
  },
  {
    name: 'keeps input that is sent before its script has loaded',
    run: inBrowser('early', DESKTOP, async visitor => {
      await pressTooEarly(visitor, testbed.url)
      await submitTooEarly(visitor, `${testbed.url}/contact`)
    }),
  },
  {
    name: 'requests an ad campaign and a website by keyboard',
    run: inBrowser('requests', DESKTOP, async visitor => {
      await askForAds(visitor, testbed.url)
      await fillInQuestions(visitor, testbed.url)
      await readAboutAccountManagement(visitor, testbed.url)
    }),
  },
  { name: 'shows requests to administrators and hides them from others', run: readRequests },
]

test.each(FORMS)('$name', ({ run }) => run())

async function readRequests() {
  const client = testbed.newClient()
  const email = 'ada@example.com'
  await client.signUp(email)
  await receiveRequests(client)
  const login = await client.call('users/login', { json: { email, password: 'correct horse battery' } })
  const session = String(login.token)
  await inBrowser('admin', { viewport: 'desktop', session }, async visitor => {
    await expectNoAccess(visitor, testbed.url)
    await testbed.product.grantAdmin(email)
    await visitor.page.setViewportSize(VIEWPORTS.phone)
    await readSupportRequests(visitor, testbed.url)
    await readFeatureRequests(visitor, testbed.url)
  })()
}
