import type { APIRoute } from 'astro'

import { canonicalUrl } from '#site/lib/page-urls.ts'
import { allPages } from '#site/sections/content-pages.ts'

export const GET: APIRoute = ({ site }) => {
  const urls = allPages.map(({ path, updated }) => {
    const changed = updated ? `<lastmod>${updated.toISOString().slice(0, 10)}</lastmod>` : ''
    return `  <url><loc>${canonicalUrl(path, site)}</loc>${changed}</url>`
  })
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`,
  )
}
