import type { APIRoute } from 'astro'

/** The dashboard keeps itself out by its own `noindex`, which a robot must be able to read. */
export const GET: APIRoute = ({ site }) =>
  new Response(`User-agent: *\nDisallow: /api/\n\nSitemap: ${new URL('/sitemap.xml', site).href}\n`)
