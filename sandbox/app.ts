import { Hono } from 'hono'

import { NETWORK_CONTROLS } from './control/network-controls.ts'
import { controlRoutes } from './control/routes.ts'
import { serveDialog } from './dialogs/dialog.ts'
import { FACEBOOK_OPERATIONS } from './facebook/operations.ts'
import { FACEBOOK_DIALOG } from './facebook/sign-in/dialog.ts'
import { executeLateCalls } from './faults/late.ts'
import { googleRoutes } from './google/routes.ts'
import { serveGraph } from './graph/serve-graph.ts'
import { INSTAGRAM_DIALOG } from './instagram/dialog.ts'
import { INSTAGRAM_OPERATIONS } from './instagram/operations.ts'
import { serveInstagramToken } from './instagram/token-endpoint.ts'
import { openAiRoutes } from './openai/routes.ts'
import { pageRoutes } from './pages/routes.ts'
import { pageSpeedRoutes } from './pagespeed/routes.ts'
import type { SandboxContext, SandboxEnv } from './requests/response.ts'
import { createWorld } from './world/create-world.ts'
import type { World } from './world/world.ts'

export interface SandboxOptions {
  now?: () => Date
  /** The sandbox's public URL. Defaults to the origin of each request. */
  publicUrl?: string
  /** Defaults to an empty one. */
  world?: World
}

/** Builds all services as one Hono app. `start.ts` serves it, because cutting a connection needs the socket. */
export function createSandbox({
  now = () => new Date(),
  publicUrl,
  world = createWorld(now),
}: SandboxOptions = {}) {
  const originOf = (c: SandboxContext) => publicUrl ?? new URL(c.req.url).origin
  const facebook = { world, publicUrl, provider: 'facebook', base: '/facebook' } as const
  const instagram = { world, publicUrl, provider: 'instagram', base: '/instagram-graph' } as const

  const app = new Hono<SandboxEnv>()
    .use(async (_, next) => {
      await executeLateCalls(world)
      await next()
    })
    .route('/_sandbox', controlRoutes(world, originOf))
    .route('/', pageRoutes(world, originOf))
    .route('/google', googleRoutes(world, publicUrl))
    .route('/openai/v1', openAiRoutes(world))
    .route('/pagespeed', pageSpeedRoutes(world))
    .get('/facebook/:version{v\\d+\\.\\d+}/dialog/oauth', serveDialog(world, FACEBOOK_DIALOG))
    .get('/facebook/dialog/oauth', serveDialog(world, FACEBOOK_DIALOG))
    .all('/facebook/*', serveGraph({ ...facebook, operations: FACEBOOK_OPERATIONS }))
    .get('/instagram/oauth/authorize', serveDialog(world, INSTAGRAM_DIALOG))
    .post('/instagram-api/oauth/access_token', serveInstagramToken(world))
    .all('/instagram-graph/*', serveGraph({ ...instagram, operations: INSTAGRAM_OPERATIONS }))
  for (const part of NETWORK_CONTROLS) app.route('/', part.routes(world, publicUrl))
  return { app, world }
}
