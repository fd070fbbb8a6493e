import { expect } from 'bun:test'
import type { Locator, Page } from 'playwright-core'

import { keyboard } from '../keyboard/keys.ts'
import type { Visitor } from '../visitor.ts'
import { checkStates } from './looks.ts'
import { withDelayedCall, withFailingCall } from './responses.ts'

const CALL = 'users/saveContactRequest'

/** Fills in a page's contact form by keyboard and checks each message. */
export async function writeToAgency({ page, expectAccessible }: Visitor, address: string, submit: string) {
  await page.goto(address)
  const [keys, look] = [keyboard(page), checkStates(page)]
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  const send = page.getByRole('button', { name: submit })
  const service = page.getByRole('combobox', { name: 'Service' })

  await keys.press(send)
  await look.fieldError('Please provide your name.', field('Full name'))
  await look.fieldError('Please provide a valid email.', field('Email'))
  await look.fieldError('Please enter your message.', field('Message'))
  expect(await service.inputValue()).toBe('other')
  expect(await field('Full name').evaluate(element => element === document.activeElement)).toBe(true)
  await keys.to(service)
  await page.keyboard.type('Select')
  await look.fieldError('Please select a service.', service)

  await keys.write(field('Full name'), 'Pat Lee')
  await keys.write(field('Email'), 'pat@example.com')
  await keys.to(service)
  await page.keyboard.type('SMS')
  await keys.write(field('Message'), `Do you do buses? ${submit}`)
  await expectSending(page, send, async () => {
    expect(await field('Message').inputValue()).toBe(`Do you do buses? ${submit}`)
    await expectAccessible(`${submit}: not sent`)
  })
  await expectAccessible(`${submit}: sent`)
  await keys.press(page.getByRole('button', { name: 'Write another' }))
  expect(await field('Message').inputValue()).toBe('')
}

/** Sends the form by keyboard: at first in vain, then slowly. */
async function expectSending(page: Page, send: Locator, onFailure: () => Promise<void>) {
  const [keys, look] = [keyboard(page), checkStates(page)]
  await withFailingCall(page, CALL, async () => {
    await keys.press(send)
    await look.formError('Failed to submit request. Please try again later.')
    await look.toast('Failed to submit request. Please try again later.', 'error')
    await page.getByText('Error', { exact: true }).waitFor()
  })
  await onFailure()
  await withDelayedCall(page, CALL, async () => {
    await keys.press(send)
    await look.pending(page.getByRole('button', { name: 'Sending…' }))
  })
  await look.toast('Request Submitted successfully!', 'success')
  await page.getByText('Success', { exact: true }).waitFor()
  const thanks = page.getByRole('heading', { name: 'Thank you. We have your message.' })
  await look.expectColour(thanks.locator('..').locator('svg').first(), 'color', '--color-success')
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
  await page.getByRole('button', { name: 'Send message' }).click()
  await unreached.waitFor()
  await expectAccessible('a form whose script can’t be loaded')
  faults.splice(0)
  await page.unroute(script)

  const arrival = Promise.withResolvers<void>()
  await page.route(script, async route => {
    await arrival.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Send message' }).click()
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
  await page.getByRole('button', { name: 'Send message' }).click()
  start.resolve()
  await checkStates(page).fieldError(
    'Please enter your message.',
    page.getByRole('textbox', { name: 'Message' }),
  )
  expect(await page.getByRole('textbox', { name: 'Full name' }).inputValue()).toBe('Pat Lee')

  await page.getByRole('textbox', { name: 'Email' }).fill('pat@example.com')
  await page.getByRole('textbox', { name: 'Message' }).fill('Do you do buses?')
  await expectSending(page, page.getByRole('button', { name: 'Send message' }), async () => {})
}
