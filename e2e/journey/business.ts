import type { Visitor } from '../visitor.ts'

/** Adds a business from the empty overview. */
export async function addBusiness({ page }: Visitor, name: string) {
  await page.getByRole('button', { name: 'Add it' }).waitFor()
  await page.getByText('Welcome to Currawong.').waitFor()
  await page.getByRole('button', { name: 'Add it' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Domain' })
  await dialog.waitFor()
  await page.keyboard.press('Enter')
  await dialog.getByText('Please enter a name.').waitFor()
  await dialog.getByRole('textbox', { name: 'Name *' }).fill(name)
  await dialog.getByRole('button', { name: 'Create', exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('cell', { name }).waitFor()
  await page.getByRole('heading', { name: 'Dashboard Overview' }).and(page.locator(':focus')).waitFor()
}
