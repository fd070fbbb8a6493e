import type { APIRoute } from 'astro'

import { brand } from '#shared/brand.ts'
import { inks } from '#site/assets/inks.ts'

const icon = (size: number, purpose: 'any' | 'maskable') => ({
  src: `/${purpose === 'maskable' ? 'maskable' : 'icon'}-${size}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
})

const shortcut = (name: string, url: string) => ({ name, url, icons: [icon(192, 'any')] })

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
    share_target: {
      action: '/dashboard/share',
      method: 'POST',
      enctype: 'multipart/form-data',
      params: {
        title: 'title',
        text: 'text',
        url: 'url',
        files: [{ name: 'media', accept: ['image/jpeg', 'image/png', 'video/mp4'] }],
      },
    },
    shortcuts: [
      shortcut('New post', '/dashboard/create-post'),
      shortcut('Calendar', '/dashboard/calendar'),
      shortcut('View Social Posts', '/dashboard/view-post'),
    ],
    icons: [icon(192, 'any'), icon(512, 'any'), icon(512, 'maskable')],
  })
