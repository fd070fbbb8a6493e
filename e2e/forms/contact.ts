import { expect } from 'bun:test'

import { keyboard } from '../keyboard/keys.ts'
import type { Visitor } from '../visitor.ts'
import { withFailingCall } from './responses.ts'

const CALL = 'users/saveContactRequest'

/** Fills in a page's contact form by keyboard and checks each message. */
export async function writeToAgency({ page, expectAccessible }: Visitor, address: string, submit: string) {
  await page.goto(address)
  const keys = keyboard(page)
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  const send = page.getByRole('button', { name: submit })
  const service = page.getByRole('combobox', { name: 'Service' })

  await keys.press(send)
  await page.getByText('Please provide your name.').waitFor()
  await page.getByText('Please provide a valid email.').waitFor()
  await page.getByText('Please enter your message.').waitFor()
  expect(await field('Full name').evaluate(element => element === document.activeElement)).toBe(true)
  if ((await service.inputValue()) === '') await page.getByText('Please select a service.').waitFor()
  await expectAccessible(`${submit}: what is missing`)

  await keys.write(field('Full name'), 'Pat Lee')
  await keys.write(field('Email'), 'pat@example.com')
  await keys.to(service)
  await page.keyboard.type('SMS')
  await keys.write(field('Message'), `Do you do buses? ${submit}`)
  await withFailingCall(page, CALL, async () => {
    await keys.press(send)
    await page.getByText('Failed to submit request. Please try again later.').first().waitFor()
    await page.getByText('Error', { exact: true }).waitFor()
  })
  expect(await field('Message').inputValue()).toBe(`Do you do buses? ${submit}`)
  await expectAccessible(`${submit}: not sent`)

  await keys.press(send)
  await page.getByText('Request Submitted successfully!').waitFor()
  await page.getByText('Success', { exact: true }).waitFor()
  await page.getByRole('heading', { name: 'Thank you. We have your message.' }).waitFor()
  await expectAccessible(`${submit}: sent`)
  await keys.press(page.getByRole('button', { name: 'Write another' }))
  expect(await field('Message').inputValue()).toBe('')
}

/** Presses Submit while the form's script fails to load, and again while it is loading. */
export async function submitTooEarly({ page, faults, expectAccessible }: Visitor, address: string) {
  const script = /_astro\/ContactForm.*\.js/
  const unreached = page.getByText(
    'This didn’t load. Check your connection and try again, or reload the page.',
  )
  await page.goto(address)
  await page.route(script, route => route.abort())
  await page.getByRole('textbox', { name: 'Full name' }).fill('Pat Lee')
  await page.getByRole('combobox', { name: 'Service' }).selectOption('other')
  await page.getByRole('button', { name: 'Submit' }).click()
  await unreached.waitFor()
  await expectAccessible('a form whose script can’t be loaded')
  faults.splice(0)
  await page.unroute(script)

  const arrival = Promise.withResolvers<void>()
  await page.route(script, async route => {
    await arrival.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Submit' }).click()
  arrival.resolve()
  await page.getByText('Please enter your message.').waitFor()
  expect(await unreached.isVisible()).toBe(false)
  expect(await page.getByRole('textbox', { name: 'Full name' }).inputValue()).toBe('Pat Lee')
  expect(await page.getByRole('combobox', { name: 'Service' }).inputValue()).toBe('other')
  expect(await page.getByText('Please provide your name.').count()).toBe(0)

  const start = Promise.withResolvers<void>()
  await page.route(/_astro\/.*\.js/, async route => {
    await start.promise
    await route.continue()
  })
  await page.reload({ waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Submit' }).click()
  start.resolve()
  await page.getByText('Please enter your message.').waitFor()
  expect(await page.getByRole('textbox', { name: 'Full name' }).inputValue()).toBe('Pat Lee')
}
