import { expect } from 'bun:test'

import type { Visitor } from '../visitor.ts'

/** Expects each rule to be ticked while typing, and the button to be disabled until all are. */
export async function changePassword(visitor: Visitor) {
  const { page } = visitor
  await page.getByRole('button', { name: 'Change Password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change Password' })
  const button = dialog.getByRole('button', { name: 'Update Password' })
  await dialog.getByLabel('Old Password', { exact: true }).fill('correct horse battery')
  await dialog.getByLabel('New Password', { exact: true }).fill('fresh tap')
  expect(await button.isDisabled()).toBe(true)
  await dialog.getByText('2 of 5 rules met').waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('Please correct the password requirements.').waitFor()
  for (const label of ['old password', 'new password'])
    await dialog.getByRole('button', { name: `Show ${label}` }).click()
  expect(await dialog.locator('input[type=text]').count()).toBe(2)
  await dialog.getByLabel('New Password', { exact: true }).fill('Fresh#Tap9')
  await dialog.getByText('5 of 5 rules met').waitFor()
  await button.click()
  await page.getByText('Password updated successfully!').waitFor()
  await dialog.waitFor({ state: 'detached' })
}
