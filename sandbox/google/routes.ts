import { Hono } from 'hono'
import { readFileSync } from 'node:fs'

import { readRequest } from '../requests/read-request.ts'
import { logRequest } from '../requests/request-log.ts'
import type { SandboxContext, SandboxEnv } from '../requests/response.ts'
import type { World } from '../world/world.ts'
import { serveBusiness } from './business/business.ts'
import { newCredential, publicKeys } from './credential.ts'
import { serveGoogleDialog } from './dialog.ts'
import { demoGooglePerson } from './people.ts'
import { returnPage, brokenSelectPage, selectPage } from './select-page.ts'
import { serveGoogleRevocation, serveGoogleToken } from './token-endpoint.ts'

const CLIENT = readFileSync(new URL('gsi-client.js', import.meta.url), 'utf8')
const KEYS_LIFETIME_SECONDS = 6 * 60 * 60

/** Serves Google's sign-in (keys, button, account chooser), OAuth and Business Profile. */
export const googleRoutes = (world: World, publicUrl?: string) =>
  new Hono<SandboxEnv>()
    .get('/certs', async c => {
      logRequest(world, await readRequest(c, world.files))
      c.header('Cache-Control', `public, max-age=${KEYS_LIFETIME_SECONDS}, must-revalidate, no-transform`)
      return c.json(publicKeys())
    })
    .get('/accounts/gsi/client', async c => {
      logRequest(world, await readRequest(c, world.files))
      return c.body(CLIENT, 200, { 'content-type': 'text/javascript; charset=utf-8' })
    })
    .get('/accounts/gsi/select', c => select(c, world))
    .get('/accounts/o/oauth2/v2/auth', c => serveGoogleDialog(c, world))
    .post('/token', c => serveGoogleToken(c, world))
    .post('/revoke', c => serveGoogleRevocation(c, world))
    .all('/business/*', serveBusiness(world, publicUrl))

async function select(c: SandboxContext, world: World) {
  const request = await readRequest(c, world.files)
  logRequest(world, request)
  const { client_id: clientId, origin, nonce, sandbox_consent: consent } = request.query
  if (!clientId) return c.html(brokenSelectPage('Missing required parameter: client_id'), 400)
  if (!origin || URL.parse(origin)?.origin !== origin)
    return c.html(brokenSelectPage('The origin of the page with the button is missing'), 400)
  world.googleClientId = clientId
  if (consent === undefined) return c.html(selectPage(demoGooglePerson(world), request.query))
  if (consent === 'cancel') return c.html(returnPage({}, origin))
  const person = world.googlePeople.get(consent)
  if (!person) return c.html(brokenSelectPage(`The sandbox has no person ${consent}.`), 400)
  return c.html(returnPage({ credential: newCredential(world, person, { clientId, nonce }) }, origin))
}
