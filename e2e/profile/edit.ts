import { expect } from 'bun:test'

import { picture } from '../pictures.ts'
import type { Visitor } from '../visitor.ts'

const SAVED = 'Profile updated successfully!'

/** Crops the photo, enters a foreign telephone number, and changes the name, which the sidebar then shows. */
export async function editProfile(visitor: Visitor) {
  const { page } = visitor
  await page.getByRole('heading', { name: 'Edit Profile' }).waitFor()
  await choosePhoto(visitor)
  await writePhone(visitor)
  await page.getByLabel('Full Name *').fill('')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByText('Full Name is required').waitFor()
  await visitor.expectAccessible('the profile with an error')
  await page.getByLabel('Full Name *').fill('Pat Lee-Young')
  await page.getByLabel('Date of Birth').fill('1985-02-03')
  await page.getByLabel('Gender').selectOption('prefer-not-to-say')
  await expectUnsavedWarning(visitor)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByText(SAVED).waitFor()
  const sidebar = page.getByRole('complementary', { name: 'Sidebar', includeHidden: true })
  expect(await sidebar.textContent()).toContain('Pat Lee-Young')
  expect(await sidebar.locator('img').first().getAttribute('src')).toMatch(/\/uploads\/[0-9a-f-]{36}\.webp$/)
  await page.reload()
  expect(await page.getByLabel('Phone', { exact: true }).inputValue()).toBe('+64 211-234-567')
  expect(await page.getByLabel('Gender').inputValue()).toBe('prefer-not-to-say')
}

async function choosePhoto(visitor: Visitor) {
  const { page } = visitor
  const input = page.getByLabel('Choose a photo')
  await input.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no photo') })
  await page.getByText('Please choose an image').waitFor()
  const photo = await picture('pat.jpg', 190)
  await input.setInputFiles({
    name: photo.name,
    mimeType: photo.type,
    buffer: Buffer.from(await photo.arrayBuffer()),
  })
  const dialog = page.getByRole('dialog', { name: 'Crop your photo' })
  await dialog.getByLabel('Zoom').fill('2')
  await dialog.getByRole('group').press('ArrowRight')
  await dialog.getByRole('button', { name: 'Use this crop' }).click()
  await dialog.waitFor({ state: 'detached' })
}

async function writePhone(visitor: Visitor) {
  const { page } = visitor
  await page.getByRole('button', { name: 'Country: Australia' }).click()
  const search = page.getByRole('combobox', { name: 'Search for a country' })
  await search.fill('nowhere')
  await page.getByText('No entries to show').waitFor()
  await search.fill('zeal')
  await page.getByRole('option', { name: /^New Zealand/ }).waitFor()
  await search.press('Enter')
  const phone = page.getByLabel('Phone', { exact: true })
  await phone.fill('021 123 4567')
  expect(await phone.inputValue()).toBe('+64 211-234-567')
  await phone.fill('')
  await phone.pressSequentially('021 123 4567')
}

/** Expects a link and a keyboard shortcut to ask for confirmation while changes are unsaved. */
async function expectUnsavedWarning(visitor: Visitor) {
  const { page } = visitor
  const menu = page.getByRole('button', { name: 'More', exact: true })
  if (await menu.isVisible()) await menu.click()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await page.getByRole('link', { name: 'Social Hub' }).first().click()
  await question.waitFor()
  await visitor.expectAccessible('leaving the profile')
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await question.waitFor({ state: 'detached' })
  await page.keyboard.press('g')
  await page.keyboard.press('h')
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await question.waitFor({ state: 'detached' })
}
