import type { APIRoute, GetStaticPaths } from 'astro'

import { drawPicture } from '#site/build/picture.ts'
import { publicPages, resetPage } from '#site/sections/public-pages.ts'

type Picture = { headline: string }

export const getStaticPaths = (() =>
  [...Object.values(publicPages), resetPage].map(({ path, headline }) => ({
    params: { page: path.slice(1) || 'home' },
    props: { headline },
  }))) satisfies GetStaticPaths

export const GET: APIRoute<Picture> = async ({ props }) => new Response(await drawPicture(props.headline))
