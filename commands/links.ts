import { LinkChecker, LinkState } from 'linkinator'

import { siteFiles } from '#api/http/static-site.ts'

/** Follows every link of the built site, including fragments, as our own server serves the site. Skips other sites. */
const site = siteFiles(`${import.meta.dirname}/../dist`, 'http://127.0.0.1')
const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: site })
const { links } = await new LinkChecker().check({
  path: server.url.href,
  recurse: true,
  checkFragments: true,
  linksToSkip: async link => !link.startsWith(server.url.origin),
})
await server.stop(true)

const broken = links.filter(({ state }) => state === LinkState.BROKEN)
for (const { url, parent, status } of broken) console.error(`${status} ${url}, linked from ${parent}`)
console.log(
  `${links.filter(({ state }) => state === LinkState.OK).length} links lead somewhere, ${broken.length} don’t`,
)
process.exit(broken.length === 0 ? 0 : 1)
