import type { APIRoute } from 'astro'

import { brand } from '#shared/brand.ts'
import { inks } from '#site/assets/inks.ts'

const icon = (size: number, purpose: 'any' | 'maskable') => ({
  src: `/${purpose === 'maskable' ? 'maskable' : 'icon'}-${size}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
})

export const GET: APIRoute = () =>
  Response.json({
    id: '/',
    name: brand.siteName,
    short_name: brand.siteName,
    description: brand.tagline,
    lang: 'en-AU',
    start_url: '/dashboard',
    scope: '/',
    display: 'standalone',
    background_color: inks.paper,
    theme_color: inks.ink,
    icons: [icon(192, 'any'), icon(512, 'any'), icon(512, 'maskable')],
  })
