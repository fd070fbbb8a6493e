import { expect } from 'bun:test'
import { unzipSync } from 'fflate'

import type { Visitor } from '../visitor.ts'

export async function downloadEverything({ page }: Visitor, email: string) {
  await page.goto(new URL('/dashboard/settings#account', page.url()).href)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download my data' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^currawong-data-\d{4}-\d\d-\d\d\.zip$/)
  const files = unzipSync(await Bun.file(await download.path()).bytes())
  const [profile] = JSON.parse(new TextDecoder().decode(files['profile.json'])) as Record<string, unknown>[]
  expect(profile).toMatchObject({
    email,
    fullname: 'Pat Lee-Young',
    mobile: '64211234567',
    countryCode: 'nz',
  })
  expect(Object.keys(files).filter(name => name.startsWith('profile/'))).toHaveLength(1)
}

export async function askForDeletion(visitor: Visitor) {
  const { page } = visitor
  await page.getByRole('button', { name: 'Request Account Deletion' }).click()
  const dialog = page.getByRole('dialog', { name: 'Request Account Deletion' })
  const button = dialog.getByRole('button', { name: 'Delete my account' })
  await dialog.getByRole('textbox', { name: /DELETE/ }).fill('delete')
  expect(await button.isDisabled()).toBe(true)
  await dialog.getByRole('textbox', { name: /DELETE/ }).fill('DELETE')
  await button.click()
  await page.getByText('Your account will be deleted on').waitFor()
}

/** Cancels the deletion of the account with the banner that every screen shows. */
export async function saveAccount(visitor: Visitor) {
  const { page } = visitor
  await page.goto(new URL('/dashboard/profile', page.url()).href)
  await page.getByRole('heading', { name: 'Edit Profile' }).waitFor()
  const banner = page.getByRole('region', { name: 'Account deletion' })
  await banner.waitFor()
  await banner.getByRole('button', { name: 'Keep my account' }).click()
  await banner.waitFor({ state: 'detached' })
  await page.getByText('Your account stays.').waitFor()
}
