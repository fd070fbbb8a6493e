import { Hono } from 'hono'

import type { Env } from '#api/context.ts'
import { describing, validate } from '#api/http/route.ts'
import { secretUrl } from '#api/http/secret-url.ts'
import { SignedRequest } from '#shared/compliance.ts'
import { networks, type MetaNetwork } from '#shared/networks.ts'
import { deauthorize, deleteOnRequest, readDeletion } from './compliance.ts'

const describe = describing('Compliance')

/** Routes for Meta's deauthorisation and data-deletion callbacks. */
const callbackRoutes = (network: MetaNetwork) => {
  const { name } = networks[network]
  return new Hono<Env>()
    .post(
      '/data-deletion',
      describe(`${name}’s data deletion callback: deletes the data that ${name} provided about the person`, {
        signedIn: false,
        response: {
          url: 'Status page for the person',
          confirmation_code: 'The code of the deletion',
        },
      }),
      validate('form', SignedRequest),
      async c => {
        const receipt = await deleteOnRequest(c.var.ctx, network, c.req.valid('form').signed_request)
        return c.json({ success: true, ...receipt })
      },
    )
    .post(
      '/deauthorize',
      describe(`${name}’s deauthorize callback: deletes the person’s tokens`, {
        signedIn: false,
      }),
      validate('form', SignedRequest),
      async c => {
        await deauthorize(c.var.ctx, network, c.req.valid('form').signed_request)
        return c.json({ success: true })
      },
    )
}

/** Separate from Instagram's routes, because Instagram has its own app and secret. */
export const facebookCallbackRoutes = callbackRoutes('facebook')
export const instagramCallbackRoutes = callbackRoutes('instagram')

export const complianceRoutes = new Hono<Env>().use('/deletions/*', secretUrl()).get(
  '/deletions/:code',
  describe('Read the state of a deletion that a network requested', {
    signedIn: false,
    data: '`code network status requestedAt finishedAt`, status being `in_progress` or `done`',
    errors: ['not_found', 'rate_limited'],
  }),
  async c => c.json({ success: true, data: await readDeletion(c.var.ctx, c.req.param('code')) }),
)
