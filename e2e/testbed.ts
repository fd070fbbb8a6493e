import { afterAll, beforeAll } from 'bun:test'
import type { Browser } from 'playwright-core'

import { buildSite } from '../commands/setup/build-site.ts'
import { type ContractClient, contractClient } from './client.ts'
import { type Product, type SettingsOf, startProduct } from './processes.ts'
import { type SandboxClient, sandboxClient } from './sandbox-client.ts'
import { type VisitorOptions, closePages, newVisitor, openBrowser, type Visitor } from './visitor.ts'

/** Long enough for a slow build of the site, so that only a hung start is ended. */
const OPENING_MS = 600_000

/** The running product, the sandbox and a browser, which the journeys of a file share. */
export type Testbed = {
  product: Product
  world: SandboxClient
  browser: Browser
  /** The product's URL. */
  url: string
  newClient: () => ContractClient
  /** Signs up a person with a business and its Page on Facebook. */
  newAuthor: (email: string) => Promise<ContractClient>
  /** Runs a journey in a browser of its own. A failure leaves a screenshot with this name in `.astro`. */
  visit: (
    name: string,
    arrival: VisitorOptions,
    journey: (visitor: Visitor) => Promise<void>,
  ) => Promise<void>
}

/**
 * Builds the site and opens the product, the sandbox and pages of a browser before the journeys of a file, and closes
 * them afterwards. The testbed is empty until then. `prepare` runs before the first journey.
 */
export function openTestbed(prepare?: (testbed: Testbed) => Promise<void>, settingsOf?: SettingsOf): Testbed {
  const testbed = {} as Testbed

  beforeAll(async () => {
    await buildSite()
    const [product, browser] = await Promise.all([startProduct(settingsOf), openBrowser()])
    const { url } = product
    const world = sandboxClient(product.sandboxUrl)
    const newClient = () => contractClient(url, world)
    Object.assign(testbed, {
      product,
      world,
      browser,
      url,
      newClient,
      async newAuthor(email) {
        const client = newClient()
        await client.signUp(email)
        await client.addDomain('Pat’s Plumbing')
        await client.connectFacebook('Pat’s Plumbing')
        return client
      },
      async visit(name, arrival, journey) {
        const visitor = await newVisitor(browser, url, arrival)
        try {
          await journey(visitor)
        } catch (error) {
          const path = `.astro/${name}-${arrival.viewport}.png`
          await visitor.page.screenshot({ path, fullPage: true }).catch(() => {})
          throw error
        } finally {
          await visitor.leave()
        }
      },
    } satisfies Testbed)
    await prepare?.(testbed)
  }, OPENING_MS)

  afterAll(async () => {
    await closePages(testbed.browser)
    await testbed.product?.stop()
  })
  return testbed
}
