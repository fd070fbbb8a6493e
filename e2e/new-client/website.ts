import type { Visitor } from '../visitor.ts'

export const BUSINESS = 'Harbour Bakehouse'

/** Fills in the contact form of the public site. */
export async function askTheAgency({ page }: Visitor, url: string, email: string) {
  await page.goto(`${url}/contact`)
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  await field('Full name').fill('Mia Chen')
  await field('Email').fill(email)
  await field('Company (optional)').fill(BUSINESS)
  await page.getByRole('combobox', { name: 'Service' }).selectOption({ index: 1 })
  await field('Message').fill('Could you look after our Facebook Page?')
  await page.getByRole('button', { name: /^(Send|Submit)/ }).click()
  await page.getByRole('heading', { name: 'Thank you. We have your message.' }).waitFor()
}
