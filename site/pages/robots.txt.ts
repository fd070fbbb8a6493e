import type { APIRoute } from 'astro'

/** Allows the dashboard, whose own `noindex` a robot must be able to read. */
export const GET: APIRoute = ({ site }) =>
  new Response(`User-agent: *\nDisallow: /api/\n\nSitemap: ${new URL('/sitemap.xml', site).href}\n`)
