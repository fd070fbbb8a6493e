import type { APIRoute, GetStaticPaths } from 'astro'

import type { Trade } from '#shared/trades/trades.ts'
import { WEEKS } from '#shared/trades/weeks.ts'
import { drawPictures } from '#site/assets/weeks/pictures.ts'

const scenes = import.meta.glob<string>('../../assets/scenes/*.svg', {
  query: '?raw',
  import: 'default',
  eager: true,
})

export const getStaticPaths = (() =>
  Object.keys(WEEKS).map(trade => ({ params: { trade } }))) satisfies GetStaticPaths

/** The drawn samples of a trade’s pictures (`drawPictures`), for the posts of a trial week. */
export const GET: APIRoute<never, { trade: Trade }> = ({ params: { trade } }) =>
  new Response(
    drawPictures(trade, name => scenes[`../../assets/scenes/${name}.svg`] ?? ''),
    { headers: { 'Content-Type': 'image/svg+xml' } },
  )
