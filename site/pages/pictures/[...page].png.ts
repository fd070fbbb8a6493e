import type { APIRoute, GetStaticPaths } from 'astro'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import satori from 'satori'
import sharp from 'sharp'

import { brand } from '#shared/brand.ts'
import { inks } from '#site/assets/inks.ts'
import { logoUrl } from '#site/build/mark.ts'
import { allPages } from '#site/sections/content-pages.ts'
import { callPage, resetPage } from '#site/sections/public-pages.ts'

type Picture = { headline: string }

export const getStaticPaths = (() =>
  [...allPages, callPage, resetPage].map(({ path, headline }) => ({
    params: { page: path.slice(1) || 'home' },
    props: { headline },
  }))) satisfies GetStaticPaths

export const GET: APIRoute<Picture> = async ({ props }) => new Response(await drawPicture(props.headline))

/** Number of characters from which a headline needs smaller letters. */
const LONG = 40
const SIZE = { width: 1200, height: 630 }

const { resolve } = createRequire(import.meta.url)
const face = await readFile(
  resolve('@fontsource/familjen-grotesk/files/familjen-grotesk-latin-600-normal.woff'),
)

type Style = Record<string, string | number>
type Box = { type: string; key: null; props: Record<string, unknown> }
const box = (style: Style, children?: unknown): Box => ({
  type: 'div',
  key: null,
  props: { style: { display: 'flex', ...style }, children },
})

const circle = (diameter: number, right: number, top: number, backgroundColor: string) =>
  box({
    position: 'absolute',
    right,
    top,
    width: diameter,
    height: diameter,
    borderRadius: diameter / 2,
    backgroundColor,
  })
const EYE = [
  circle(470, -120, 80, inks.iris),
  circle(220, -10, 150, inks.ink),
  circle(66, 30, 185, inks.mark),
]

/** Shows a logo on paper, on which it is likely to be readable. */
const card = (logo: string) =>
  box(
    { position: 'absolute', right: 72, top: 165, padding: 30, borderRadius: 24, backgroundColor: inks.paper },
    { type: 'img', key: null, props: { src: logo, width: 240, height: 240 } },
  )

/** Draws a page's sharing picture: its headline, our name, and the agency's logo or the bird's eye. */
async function drawPicture(headline: string): Promise<Uint8Array<ArrayBuffer>> {
  const logo = await logoUrl()
  const headlineBox = box(
    {
      fontSize: headline.length > LONG ? 72 : 96,
      lineHeight: 1,
      letterSpacing: -3,
      maxWidth: logo ? 690 : 760,
      color: inks.paper,
    },
    headline,
  )
  const name = box({ fontSize: 40, letterSpacing: -1, color: inks.paper }, brand.siteName)
  const page = box(
    {
      ...SIZE,
      boxSizing: 'border-box',
      flexDirection: 'column',
      justifyContent: 'space-between',
      padding: 72,
      backgroundColor: inks.ink,
    },
    [...(logo ? [card(logo)] : EYE), headlineBox, name],
  )
  const svg = await satori(page, {
    ...SIZE,
    fonts: [{ name: 'Familjen Grotesk', data: face, weight: 600 }],
  })
  return new Uint8Array(await sharp(Buffer.from(svg)).png({ palette: true }).toBuffer())
}
