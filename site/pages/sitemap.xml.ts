import type { APIRoute } from 'astro'

import { addressOf } from '#site/lib/page-urls.ts'
import { publicPages } from '#site/sections/public-pages.ts'

export const GET: APIRoute = ({ site }) => {
  const urls = Object.values(publicPages).map(
    ({ path }) => `  <url><loc>${addressOf(path, site)}</loc></url>`,
  )
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`,
  )
}
