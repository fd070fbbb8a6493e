import type { Page } from 'playwright-core'

/** Makes one of the page's calls fail without a message while `during` runs. */
export async function withFailingCall(page: Page, call: string, during: () => Promise<void>) {
  const address = `**/api/${call}`
  await page.route(address, route =>
    route.fulfill({ status: 500, json: { success: false, code: 'internal', message: '' } }),
  )
  await during()
  await page.unroute(address)
}

/** Delays one of the page's calls until `during` has run. */
export async function withDelayedCall(page: Page, call: string, during: () => Promise<void>) {
  const address = `**/api/${call}`
  const isOver = Promise.withResolvers<void>()
  await page.route(address, async route => {
    await isOver.promise
    await route.continue()
  })
  const response = page.waitForResponse(address)
  await during()
  isOver.resolve()
  await response
  await page.unroute(address)
}
