import { decodeBase32IgnorePadding } from '@oslojs/encoding'
import { generateHOTP } from '@oslojs/otp'
import { expect } from 'bun:test'
import type { Page } from 'playwright-core'

import type { Viewport, Visitor } from '../visitor.ts'

const PASSWORD = 'correct horse battery'

/** Opens a section; on a phone, the list of sections has a screen of its own. */
async function openSection(page: Page, viewport: Viewport, title: string) {
  const back = page.getByRole('link', { name: 'All settings' })
  if (viewport === 'phone' && (await back.isVisible())) await back.click()
  const sections = page.getByRole('navigation', { name: 'Sections' })
  await sections.getByRole('link', { name: title }).click()
  await page.getByRole('region', { name: title }).and(page.locator(':focus')).waitFor()
}

/** Chooses emails and the appearance, which persist across a reload. A section that was left keeps its unsaved change. */
async function chooseAndSave(visitor: Visitor, url: string, viewport: Viewport) {
  const { page } = visitor
  await page.goto(`${url}/dashboard/settings`)
  const marketing = page.getByRole('switch', { name: 'Marketing emails' })
  if (viewport === 'phone') {
    await page.getByRole('link', { name: 'Account Management' }).waitFor()
    await visitor.expectAccessible('the list of settings')
  }
  await openSection(page, viewport, 'Appearance')
  await openSection(page, viewport, 'Notifications')
  await marketing.check()
  await openSection(page, viewport, 'Appearance')
  await page.getByText('Dark', { exact: true }).click()
  await visitor.expectAccessible('settings with an open section')
  await saveSection(page, 'appearance')
  await openSection(page, viewport, 'Notifications')
  await saveSection(page, 'notifications')
  await page.reload()
  expect(await page.locator('html').getAttribute('data-theme')).toBe('currawong-dark')
  expect(await marketing.isChecked()).toBe(true)
}

async function saveSection(page: Page, anchor: string) {
  const section = page.locator(`#${anchor}`)
  await section.getByRole('button', { name: 'Save Changes' }).click()
  await section.getByText('Saved', { exact: true }).waitFor()
  await page.getByText('Settings saved successfully!').waitFor()
  // It would cover the Save of a short section.
  await page.getByRole('button', { name: 'Dismiss' }).click()
}

/** Follows a link to a section, which is open and below the top bar. */
async function followLinkToSection({ page }: Visitor, url: string) {
  await page.goto(`${url}/dashboard/settings#security`)
  await page.getByRole('switch', { name: 'Two-factor sign-in' }).waitFor()
  const isBelowBar = () => {
    const { top } = document.querySelector('#security')!.getBoundingClientRect()
    return top >= 0 && top < innerHeight / 2
  }
  await page.waitForFunction(isBelowBar)
}

/** @returns a recovery code */
async function turnTwoFactorOn({ page }: Visitor): Promise<string> {
  await page.getByRole('switch', { name: 'Two-factor sign-in' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByRole('img', { name: /QR code/ }).waitFor()
  const secret = decodeBase32IgnorePadding((await dialog.locator('code').innerText()).replaceAll(' ', ''))
  const code = generateHOTP(secret, BigInt(Math.floor(Date.now() / 30_000)), 6)
  await dialog.getByRole('textbox').fill(code)
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await codes.first().waitFor()
  const recoveryCode = await codes.first().innerText()
  await page.getByRole('checkbox', { name: 'I’ve saved these codes' }).check()
  await page.getByRole('button', { name: 'Done' }).click()
  return recoveryCode
}

async function openMenu(page: Page, viewport: Viewport) {
  if (viewport === 'phone')
    await page
      .getByRole('button', { name: /menu|^More$/i })
      .first()
      .click()
}

async function logOut(page: Page, viewport: Viewport, name: string) {
  await openMenu(page, viewport)
  if (viewport === 'desktop') await page.getByRole('button', { name }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
}

async function signInByRecoveryCode({ page }: Visitor, email: string, code: string) {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click()
  await dialog.getByRole('button', { name: 'Use a recovery code' }).click()
  await dialog.getByRole('textbox', { name: 'Recovery code' }).fill(code)
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.waitForURL('**/dashboard')
  await page.getByText('Login successful!').waitFor()
}

/** Saves settings, turns two-factor on and signs in with a recovery code. */
export async function saveSettings(visitor: Visitor, url: string, viewport: Viewport, email: string) {
  const { page } = visitor
  await page.goto(`${url}/dashboard/notifications`)
  await page.getByText("You're all caught up! No notifications to show.").waitFor()

  await chooseAndSave(visitor, url, viewport)
  await followLinkToSection(visitor, url)
  const recoveryCode = await turnTwoFactorOn(visitor)
  await logOut(page, viewport, 'Pat Lee')
  await page.waitForURL(`${url}/`)
  await openMenu(page, viewport)
  await page
    .locator('[data-opens]:visible', { hasText: /^\s*(log|sign) in/i })
    .first()
    .click()
  await signInByRecoveryCode(visitor, email, recoveryCode)
}
