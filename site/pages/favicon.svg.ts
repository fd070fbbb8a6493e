import type { APIRoute } from 'astro'

import { markSvg } from '#site/build/mark.ts'

export const GET: APIRoute = async () => new Response(await markSvg())
