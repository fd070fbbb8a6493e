import { buildSite } from '../commands/setup/build-site.ts'
import { contractClient } from '../e2e/client.ts'
import { picture } from '../e2e/pictures.ts'
import { startProduct } from '../e2e/processes.ts'
import { sandboxClient } from '../e2e/sandbox-client.ts'
import type { Figure } from './figure.ts'
import { measureOnPhone } from './phone-pages.ts'

const DAY_MS = 24 * 60 * 60_000
const POSTS = 10
/** Google rates a largest contentful paint up to this time as good: https://web.dev/articles/lcp */
const LCP_LIMIT_MS = 2500

/** Runs Lighthouse's mobile preset on the pages that a client opens with a link: a review of ten posts, and connecting accounts. */
export async function links(): Promise<Figure[]> {
  await buildSite()
  const product = await startProduct()
  try {
    const client = contractClient(product.url, sandboxClient(product.sandboxUrl))
    await client.signUp('links@example.com')
    await client.addDomain('Pat’s Plumbing')
    await client.connectFacebook('Pat’s Plumbing')
    const { data } = await client.call('users/getUserActiveDomain')
    const business = `businesses/${(data as { _id: string })._id}`
    await client.call(`${business}/approval-rule`, { method: 'PUT', json: { required: true } })
    const postIds = []
    for (let index = 0; index < POSTS; index++)
      postIds.push(
        await client.createPost({
          message: `Spring clean for your gutters, part ${index + 1}: what it costs with us this month.`,
          files: [await picture(`van-${index}.jpg`, 40 + 20 * index)],
          networks: ['facebook'],
          at: new Date(Date.now() + (index + 1) * DAY_MS),
        }),
      )
    const pathOf = async (kind: string, json: object) =>
      new URL(String((await client.call(`${business}/${kind}-links`, { json })).url)).pathname
    return await measureOnPhone(product.url, {
      paths: new Map([
        ['review', await pathOf('review', { postIds })],
        ['connect', await pathOf('connect', { networks: ['facebook', 'instagram', 'google'] })],
      ]),
      baseline: { name: 'the privacy policy', path: '/privacy-policy' },
      maxLcpMs: LCP_LIMIT_MS,
      // Pages behind a secret URL ask not to be indexed.
      skipAudits: ['is-crawlable'],
    })
  } finally {
    await product.stop()
  }
}
