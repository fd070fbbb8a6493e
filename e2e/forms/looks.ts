import { expect } from 'bun:test'
import type { Locator, Page } from 'playwright-core'

import { AD_CAMPAIGN_SEND_MS } from '#shared/timings.ts'
import { type Visitor, VIEWPORTS } from '../visitor.ts'
import { withDelayedCall, withFailingCall } from './responses.ts'

/** Distance of toasts from the right and bottom edges of the window, in pixels. */
const TOAST_MARGIN = 16
/** Width that the page may reserve for its scroll bar. */
const SCROLL_BAR_PX = 16

/**
 * Brings each public form of the built site into each of its states, on a light desktop or a dark phone, and compares computed
 * styles with the theme's colours.
 */
export async function lookAtForms({ page }: Visitor, url: string) {
  const look = looks(page)
  await lookAtContact(page, look, `${url}/contact`, 'Submit')
  await page.setViewportSize(VIEWPORTS.phone)
  await page.emulateMedia({ colorScheme: 'dark' })
  await lookAtContact(page, look, `${url}/about`, 'Send Message')
  await lookAtNewPassword(page, look, `${url}/reset-password/made-up`)
  await lookAtSignIn(page, look, url)
  await page.setViewportSize(VIEWPORTS.desktop)
  await page.emulateMedia({ colorScheme: 'light' })
  await lookAtRequests(page, look, url)
}

type Looks = ReturnType<typeof looks>

function looks(page: Page) {
  const styleOf = (element: Locator, property: string) =>
    element.evaluate((node, name) => getComputedStyle(node).getPropertyValue(name), property)
  /** Expects the theme's colour once all transitions have ended. */
  async function expectColour(element: Locator, property: string, variable: string) {
    const { shown, wanted } = await element.evaluate(
      async (node, [property, variable]) => {
        const probe = document.body.appendChild(document.createElement('i'))
        probe.style.color = `var(${variable})`
        const wanted = getComputedStyle(probe).color
        probe.remove()
        await Promise.allSettled(node.getAnimations({ subtree: true }).map(({ finished }) => finished))
        return { shown: getComputedStyle(node).getPropertyValue(property), wanted }
      },
      [property, variable] as const,
    )
    expect(`${String(element)} ${property}: ${shown}`).toBe(`${String(element)} ${property}: ${wanted}`)
  }
  /** Expects an icon of the size in pixels, beside the first line of the text. */
  async function expectIconInLine(line: Locator, icon: Locator, size: number) {
    const [around, drawn] = [(await line.boundingBox())!, (await icon.boundingBox())!]
    expect([drawn.width, drawn.height]).toEqual([size, size])
    expect(drawn.y - around.y).toBeGreaterThanOrEqual(0)
    expect(drawn.y + drawn.height - around.y).toBeLessThan(2 * size)
    expect(await styleOf(line, 'display')).toBe('flex')
    expect(await styleOf(icon, 'flex-shrink')).toBe('0')
  }

  return {
    styleOf,
    expectColour,
    /** Expects an error beside its field, which has a red border. */
    async fieldError(message: string, field?: Locator) {
      const error = page.getByRole('paragraph').filter({ hasText: message }).last()
      await error.waitFor()
      await expectColour(error, 'color', '--color-error')
      await expectIconInLine(error, error.locator('svg'), 14)
      if (field) await expectColour(field, 'border-top-color', '--color-error')
    },
    /** Expects an error of the form as a whole. */
    async formError(message: string) {
      const error = page.getByRole('alert').getByRole('paragraph').filter({ hasText: message }).first()
      await error.waitFor()
      await expectIconInLine(error, error.locator('svg'), 16)
      await expectColour(error.locator('svg'), 'color', '--color-error')
      expect(await styleOf(error, 'border-top-style')).toBe('solid')
      expect(parseFloat(await styleOf(error, 'border-top-width'))).toBeGreaterThan(0)
    },
    /** Expects a toast at the bottom right, with an icon of its kind. */
    async toast(message: string, kind: 'error' | 'success') {
      const text = page.locator('[popover][role=status]').getByText(message, { exact: true })
      await text.waitFor()
      const card = page.locator('[popover][role=status] > *').filter({ hasText: message })
      await expectColour(card, 'background-color', '--raised')
      await expectColour(card.locator('svg').first(), 'color', `--color-${kind}`)
      const { right, bottom } = await card.evaluate(node => {
        const box = node.getBoundingClientRect()
        return { right: innerWidth - box.right, bottom: innerHeight - box.bottom }
      })
      expect(right).toBeGreaterThanOrEqual(TOAST_MARGIN)
      expect(right).toBeLessThanOrEqual(TOAST_MARGIN + SCROLL_BAR_PX)
      // Over a dialog, the toast is above the buttons instead.
      if (!(await page.evaluate(() => document.querySelector('dialog:modal'))))
        expect(bottom).toBe(TOAST_MARGIN)
    },
    /** Expects a busy button with a spinner. */
    async pending(button: Locator) {
      await button.and(page.locator('[aria-busy=true]')).waitFor()
      const spinner = button.locator('span').first()
      expect((await spinner.boundingBox())!.width).toBeGreaterThan(10)
      expect(await styleOf(spinner, 'mask-image')).not.toBe('none')
    },
  }
}

async function lookAtContact(page: Page, look: Looks, url: string, submit: string) {
  const call = 'users/saveContactRequest'
  await page.goto(url)
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  const service = page.getByRole('combobox', { name: 'Service' })
  const send = page.getByRole('button', { name: submit })
  await send.click()
  await look.fieldError('Please provide your name.', field('Full name'))
  await look.fieldError('Please provide a valid email.', field('Email'))
  await look.fieldError('Please enter your message.', field('Message'))
  if ((await service.inputValue()) === '') await look.fieldError('Please select a service.', service)
  await field('Full name').fill('Pat Lee')
  await field('Email').fill('pat@example.com')
  await field('Message').fill('Do you do buses?')
  await service.selectOption('other')
  await look.expectColour(service, 'border-top-color', '--edge')

  await withFailingCall(page, call, async () => {
    await send.click()
    await look.formError('Failed to submit request. Please try again later.')
    await look.toast('Failed to submit request. Please try again later.', 'error')
  })
  await withDelayedCall(page, call, async () => {
    await send.click()
    await look.pending(page.getByRole('button', { name: 'Sending…' }))
  })
  await look.toast('Request Submitted successfully!', 'success')
  const thanks = page.getByRole('heading', { name: 'Thank you. We have your message.' }).locator('..')
  await look.expectColour(thanks.locator('svg').first(), 'color', '--color-success')
}

async function lookAtNewPassword(page: Page, look: Looks, url: string) {
  const call = '**/api/users/reset-password'
  await page.goto(url)
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  const send = page.getByRole('button', { name: 'Reset Password' })
  const rule = (label: string) => page.getByRole('listitem').filter({ hasText: label })
  await field('New Password').fill('Tap#')
  await page.getByText('3 of 5 rules met').waitFor()
  await look.expectColour(rule('At least one uppercase letter'), 'color', '--color-success')
  await look.expectColour(rule('At least one number'), 'color', '--soft')
  expect((await rule('At least one number').locator('svg').boundingBox())!.width).toBe(16)
  await field('Confirm Password').fill('Tap')
  await send.click()
  await look.fieldError('Password does not meet complexity requirements.', field('New Password'))
  await look.fieldError('Passwords do not match.', field('Confirm Password'))

  for (const name of ['New Password', 'Confirm Password']) await field(name).fill('Fresh#Tap9')
  await page.route(call, route =>
    route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway' }),
  )
  await send.click()
  await look.formError('Failed to reset password. Try again.')
  await page.unroute(call)
  await page.route(call, route => route.fulfill({ json: { success: true, message: '' } }))
  // Holds the redirect that follows two seconds later.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 1000)
  await send.click()
  const done = page.getByRole('status').getByText('Password has been reset successfully')
  await done.waitFor()
  await look.expectColour(done.locator('svg'), 'color', '--color-success')
  await look.pending(page.getByRole('button', { name: 'One moment…' }))
  await page.unroute(call)
  await page.evaluate(() => sessionStorage.clear())
  await page.clock.resume()
}

async function lookAtSignIn(page: Page, look: Looks, url: string) {
  await page.goto(url)
  const dialog = page.getByRole('dialog')
  const field = (name: string) => dialog.getByRole('textbox', { name, exact: true })
  const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click()
  const respond = (call: string, json: object) =>
    page.route(`**/api/users/${call}`, route => route.fulfill({ json }))

  await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click()
  await press('Sign In')
  await look.fieldError('Email is required', field('Email'))
  await look.fieldError('Password is required', field('Password'))
  await field('Email').fill('pat@example.com')
  await field('Password').fill('correct horse battery')
  await withFailingCall(page, 'users/login', async () => {
    await press('Sign In')
    await look.formError('Failed to process request. Please try again.')
  })

  await press('Create an account')
  await press('Sign Up')
  await look.fieldError('Full Name is required', field('Full name'))
  await look.fieldError('You must agree to the terms')
  await field('Full name').fill('Pat Lee')
  await field('Email').fill('pat@example.com')
  await field('Password').fill('short')
  await field('Confirm password').fill('another')
  await look.fieldError('Password must be at least 6 characters', field('Password'))
  await look.fieldError('Passwords do not match', field('Confirm password'))
  for (const name of ['Password', 'Confirm password']) await field(name).fill('correct horse battery')
  await dialog.getByRole('checkbox').check()
  await respond('register', { success: true, message: 'Registration successful!', token: 'a ticket' })
  await press('Sign Up')
  await look.toast('Registration successful!', 'success')
  await press('Verify')
  await look.fieldError('OTP is required', field('Code'))
  await press('Close')

  await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click()
  await field('Email').fill('pat@example.com')
  await field('Password').fill('correct horse battery')
  await respond('login', { success: true, twoFactorRequired: true, ticket: 'a ticket' })
  await press('Sign In')
  await dialog.getByRole('heading', { name: 'Two-factor sign-in' }).waitFor()
  await press('Sign In')
  await look.fieldError('Please enter the code.', dialog.getByRole('textbox'))
  await dialog.getByRole('textbox').fill('000000')
  const wrong = 'That code isn’t right.'
  await page.route('**/api/users/verify-two-factor', route =>
    route.fulfill({ status: 401, json: { success: false, code: 'unauthenticated', message: wrong } }),
  )
  await press('Sign In')
  await look.formError(wrong)
  await page.unroute('**/api/users/verify-two-factor')
  await press('Close')

  await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click()
  await press('Forgot password?')
  await press('Send reset link')
  await look.fieldError('Email is required', field('Email'))
  await field('Email').fill('pat@example.com')
  await page.route('**/api/users/reset-password', route => route.fulfill({ status: 500, body: '' }))
  await press('Send reset link')
  await look.formError('Failed to send password reset email. Please try again.')
  await page.unroute('**/api/users/reset-password')
  await respond('reset-password', { success: true, message: '' })
  await press('Send reset link')
  await look.toast('Password reset email sent successfully!', 'success')
}

async function lookAtRequests(page: Page, look: Looks, url: string) {
  const call = 'users/saveFeatureRequest'
  const dialog = page.getByRole('dialog')
  const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click()
  await page.clock.install()
  await page.goto(url)
  await page.locator('[data-asks=ad-campaign]:visible').first().click()
  await press('Send to our team')
  await look.formError('Please fill in all required fields.')
  await look.fieldError(
    'Please describe your target audience',
    dialog.getByRole('textbox', { name: 'Target audience' }),
  )
  await look.fieldError('Please select at least one platform')
  await dialog.getByRole('textbox', { name: 'Target audience' }).fill('Everybody with a tap')
  await dialog.getByRole('checkbox', { name: 'YouTube' }).check()
  await dialog.getByRole('textbox', { name: 'Your name' }).fill('Pat Lee')
  await dialog.getByRole('textbox', { name: 'Your email' }).fill('pat@example.com')
  await lookAtSending('Send to our team', () => page.clock.fastForward(AD_CAMPAIGN_SEND_MS))
  await press('Done')

  await page.locator('[data-asks=questionnaire]:visible').first().click()
  await press('Send answers')
  await look.formError('Please answer at least one question.')
  await dialog.getByRole('textbox', { name: 'Anything else?' }).fill('No hurry')
  await press('Send answers')
  await look.fieldError(
    'Please give us a phone number or an email',
    dialog.getByRole('textbox', { name: 'Phone or email' }),
  )
  await dialog.getByRole('textbox', { name: 'Phone or email' }).fill('0400 000 000')
  await lookAtSending('Send answers')

  /** Looks at a form that can be sent: at a failure, while it is sent, and at its success. */
  async function lookAtSending(submit: string, passTime: () => Promise<void> = async () => {}) {
    await withFailingCall(page, call, async () => {
      await press(submit)
      await passTime()
      await look.formError('Failed to submit form.')
      await look.toast('Failed to submit form.', 'error')
    })
    await withDelayedCall(page, call, async () => {
      await press(submit)
      await passTime()
      await look.pending(dialog.getByRole('button', { name: 'Sending…' }))
    })
    await look.toast('Thank you for your submission. Our team will contact you shortly.', 'success')
    await look.expectColour(
      dialog.locator('p').locator('xpath=preceding-sibling::*[name()="svg"]'),
      'color',
      '--color-success',
    )
  }
}
