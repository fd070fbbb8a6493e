import type { Visitor } from '../visitor.ts'

/** Connects one of two Facebook Pages and an Instagram account, starting from the overview. */
export async function connectNetworks(visitor: Visitor) {
  const { page } = visitor
  await page.getByRole('link', { name: 'Connect', exact: true }).click()
  await page.getByRole('heading', { name: 'Social Hub', level: 1 }).waitFor()
  await page.getByRole('button', { name: 'Connect Facebook' }).waitFor()

  await confirmConsent(visitor, 'Connect Facebook')
  const choice = page.getByRole('dialog', { name: 'Choose One Facebook Page' })
  await choice.waitFor()
  await choice.getByRole('radio').first().check()
  await choice.getByRole('button', { name: 'Connect Page' }).click()
  await page.getByRole('button', { name: 'Disconnect Facebook' }).waitFor()

  await confirmConsent(visitor, 'Connect Instagram')
  await page.getByRole('button', { name: 'Disconnect Instagram' }).waitFor()
  await page.getByRole('button', { name: 'Instagram', exact: true }).click()
  await page.getByRole('link', { name: /View Account/ }).waitFor()
}

/** Consents in the network's own window, which closes by itself. */
async function confirmConsent({ page, popUp }: Visitor, button: string) {
  const dialog = await popUp(() => page.getByRole('button', { name: button }).click())
  const closed = dialog.waitForEvent('close')
  await dialog.getByRole('button', { name: /^Continue as/ }).click()
  await closed
}
