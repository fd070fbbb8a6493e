import type { APIRoute } from 'astro'

import { eyeSvg } from '#site/build/eye.ts'

export const GET: APIRoute = () => new Response(eyeSvg())
