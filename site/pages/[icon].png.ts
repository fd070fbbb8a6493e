import type { APIRoute, GetStaticPaths } from 'astro'
import sharp from 'sharp'

import { markSvg } from '#site/build/mark.ts'

type Icon = { size: number; corner: number; scale?: number }

const icons: Record<string, Icon> = {
  'icon-192': { size: 192, corner: 11 },
  'icon-512': { size: 512, corner: 11 },
  'maskable-512': { size: 512, corner: 0, scale: 0.8 },
  'apple-touch-icon': { size: 180, corner: 0 },
}

export const getStaticPaths = (() =>
  Object.entries(icons).map(([icon, props]) => ({ params: { icon }, props }))) satisfies GetStaticPaths

export const GET: APIRoute<Icon> = async ({ props: { size, corner, scale } }) => {
  const svg = Buffer.from(await markSvg({ corner, scale }))
  const png = await sharp(svg, { density: (72 * size) / 48 })
    .resize(size)
    .png({ palette: true })
    .toBuffer()
  return new Response(new Uint8Array(png))
}
