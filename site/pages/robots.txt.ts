import type { APIRoute } from 'astro'

/** Allows the dashboard, because a robot must be able to read its `noindex`. */
export const GET: APIRoute = ({ site }) =>
  new Response(`User-agent: *\nDisallow: /api/\n\nSitemap: ${new URL('/sitemap.xml', site).href}\n`)
