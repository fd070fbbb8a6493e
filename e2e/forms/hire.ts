import { expect } from 'bun:test'
import type { Page } from 'playwright-core'

import { pricedPosts } from '#shared/prices.ts'
import { eventually } from '../eventually.ts'
import { keyboard } from '../keyboard/keys.ts'
import type { SandboxClient } from '../sandbox-client.ts'
import type { Visitor } from '../visitor.ts'
import { checkStates } from './looks.ts'
import { withDelayedCall, withFailingCall } from './responses.ts'

const CALL = 'users/saveContactRequest'

/** Asks to be served for a price from the plans, then books a call with one press. Reads both in the mails. */
export async function askToBeServed({ page, expectAccessible }: Visitor, url: string, world: SandboxClient) {
  const email = 'mia-who-hires@example.com'
  await keepOwnWords(page, url)
  await askForOneService(page, url)
  await page.goto(`${url}/upgrade`)
  const [keys, look] = [keyboard(page), checkStates(page)]
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  const send = page.getByRole('button', { name: 'Ask for my first plan' })
  await page.getByRole('link', { name: 'Start with 3 posts' }).click()
  await page.getByRole('radio', { name: /^3 for \$/, checked: true }).waitFor()

  await keys.write(field('Full name'), 'Mia Chen')
  await keys.write(field('Email'), email)
  await keys.write(field('What should we know? (optional)'), 'Bread, and https://bread.example')
  await withFailingCall(page, CALL, async () => {
    await keys.press(send)
    await look.formError('Your request isn’t sent. Please try again, or write to ')
  })
  expect(await page.getByRole('radio', { name: /^3 for \$/ }).isChecked()).toBe(true)
  await withDelayedCall(page, CALL, async () => {
    await keys.press(send)
    await look.pending(page.getByRole('button', { name: 'Sending…' }))
  })
  await page.getByText('with a plan for the posts that you chose: 3 for $').waitFor()
  const offer = page.getByRole('heading', { name: 'Talk about it? Press a time.' })
  await offer.waitFor()
  await expectAccessible('times for a call after a request')
  const times = page.locator('fieldset button')
  await keys.press(times.first())
  await look.fieldError('Please enter the number on which we call you.', field('Your phone'))
  await keys.write(field('Your phone'), '0400 000 000')
  await keys.press(times.first())
  await page.getByRole('heading', { name: 'Your call is booked.' }).and(page.locator(':focus')).waitFor()

  const mailed = (subject: RegExp) =>
    eventually(`a mail ${subject}`, async () =>
      (await world.mails(email)).find(mail => subject.test(mail.subject)),
    )
  const copy = await mailed(/^We have your message/)
  expect(copy.text).toContain(pricedPosts('3'))
  const call = await mailed(/^Your call is booked/)
  expect(call.text).toContain('One of us will call you then on 0400 000 000')
  expect(call.text).toContain('> Bread, and [link]')
}

/** Comes from a service with a price of its own, then chooses the one whose price depends on the posts. */
async function askForOneService(page: Page, url: string) {
  await page.goto(`${url}/services/content-creation`)
  await page.getByRole('link', { name: 'Ask us to do it' }).click()
  const posts = page.getByRole('group', { name: 'How many posts a week?' })
  const price = page.getByText('from $340 a visit')
  const rungs = page.getByText('2 posts a week', { exact: true })
  await page.waitForURL('**/have-us-do-it?service=*')
  await price.waitFor()
  expect([await posts.isVisible(), await rungs.isVisible()]).toEqual([false, false])
  await page.getByLabel('Service', { exact: true }).selectOption('Social media account management')
  await posts.waitFor()
  expect([await price.isVisible(), await rungs.isVisible()]).toEqual([false, true])
  await page.evaluate(() => sessionStorage.clear())
}

/** Replaces the words of a drawn week by own ones, which a reload of the same link keeps. */
async function keepOwnWords(page: Page, url: string) {
  const text = page.getByRole('textbox', { name: 'What should we know? (optional)' })
  const posts = (label: RegExp) => page.getByRole('radio', { name: label, checked: true })
  await page.goto(`${url}/have-us-do-it?posts=5#businessName=Harbour+Bakehouse&trade=Bakery&suburb=Brunswick`)
  await posts(/^5 for \$/).waitFor()
  expect(await text.inputValue()).toContain('I liked the first week')
  await text.focus()
  await page.locator('astro-island[data-arrived] form').waitFor()
  await text.fill('Two shops, and no Reels')
  await page.getByRole('radio', { name: /^3 for \$/ }).check()
  await page.reload()
  await page.locator('astro-island[data-arrived] form').waitFor()
  await posts(/^3 for \$/).waitFor()
  expect(await text.inputValue()).toBe('Two shops, and no Reels')
  await page.evaluate(() => sessionStorage.clear())
}
