import type { APIRoute, GetStaticPaths } from 'astro'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import satori from 'satori'
import sharp from 'sharp'

import { brand } from '#shared/brand.ts'
import { inks } from '#site/assets/inks.ts'
import { allPages } from '#site/sections/content-pages.ts'
import { resetPage } from '#site/sections/public-pages.ts'

type Picture = { headline: string }

export const getStaticPaths = (() =>
  [...allPages, resetPage].map(({ path, headline }) => ({
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

/** Draws a page's sharing picture: its headline, our name and the bird's eye. */
async function drawPicture(headline: string): Promise<Uint8Array<ArrayBuffer>> {
  const eye = box({
    position: 'absolute',
    right: -120,
    top: 80,
    width: 470,
    height: 470,
    borderRadius: 235,
    backgroundColor: inks.iris,
  })
  const pupil = box({
    position: 'absolute',
    right: -10,
    top: 150,
    width: 220,
    height: 220,
    borderRadius: 110,
    backgroundColor: inks.ink,
  })
  const glint = box({
    position: 'absolute',
    right: 30,
    top: 185,
    width: 66,
    height: 66,
    borderRadius: 33,
    backgroundColor: inks.mark,
  })
  const headlineBox = box(
    {
      fontSize: headline.length > LONG ? 72 : 96,
      lineHeight: 1,
      letterSpacing: -3,
      maxWidth: 760,
      color: inks.paper,
    },
    headline,
  )
  const name = box({ fontSize: 40, letterSpacing: -1, color: inks.paper }, brand.siteName)
  const page = box(
    {
      ...SIZE,
      flexDirection: 'column',
      justifyContent: 'space-between',
      padding: 72,
      backgroundColor: inks.ink,
    },
    [eye, pupil, glint, headlineBox, name],
  )
  const svg = await satori(page, {
    ...SIZE,
    fonts: [{ name: 'Familjen Grotesk', data: face, weight: 600 }],
  })
  return new Uint8Array(await sharp(Buffer.from(svg)).png({ palette: true }).toBuffer())
}
