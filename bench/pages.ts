import { siteFiles } from '../api/http/static-site.ts'
import { publicPages } from '../commands/budgets.ts'
import { buildSite } from '../commands/setup/build-site.ts'
import { startProduct } from '../e2e/processes.ts'
import type { Figure } from './figure.ts'
import { measureOnPhone } from './phone-pages.ts'

const LCP_LIMIT_MS = 1200
const BASELINE = '/nothing'

/**
 * Runs Lighthouse's mobile preset on each public page, or the named ones, served as the api serves them, with the api behind
 * those that call it. A page of one sentence shows how much of the times is due to the machine and the browser.
 */
export async function pages(names: string[]): Promise<Figure[]> {
  await buildSite()
  const site = siteFiles('dist', 'http://127.0.0.1')
  const product = await startProduct()
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: request => {
      const { pathname, search } = new URL(request.url)
      if (pathname === BASELINE)
        return new Response(BASELINE_PAGE, { headers: { 'Content-Type': 'text/html; charset=utf-8' } })
      return pathname.startsWith('/api/') ? fetch(product.url + pathname + search, request) : site(request)
    },
  })
  try {
    const paths = names.length > 0 ? names : publicPages().map(pathOf)
    return await measureOnPhone(`http://127.0.0.1:${server.port}`, {
      paths: new Map(paths.map(path => [path, path])),
      baseline: { name: 'a page of one sentence', path: BASELINE },
      maxLcpMs: LCP_LIMIT_MS,
    })
  } finally {
    await server.stop(true)
    await product.stop()
  }
}

const BASELINE_PAGE = `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Nothing</title><p>One sentence.</p></html>`

const pathOf = (name: string) => `/${name === 'index' ? '' : name}`
