import type { Page } from 'playwright-core'

/** Makes a call of the page fail without words of its own, for as long as something is done. */
export async function refusing(page: Page, call: string, during: () => Promise<void>) {
  const address = `**/api/${call}`
  await page.route(address, route =>
    route.fulfill({ status: 500, json: { success: false, code: 'internal', message: '' } }),
  )
  await during()
  await page.unroute(address)
}
