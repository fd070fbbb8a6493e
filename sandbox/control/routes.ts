import { Hono } from 'hono'

import { endSilences } from '../faults/silence.ts'
import { endGrants } from '../google/grants.ts'
import type { SandboxContext, SandboxEnv } from '../requests/response.ts'
import { resetWorld } from '../world/create-world.ts'
import { revokeTokens } from '../world/tokens.ts'
import type { World } from '../world/world.ts'
import { setAudience } from './audience.ts'
import { changeApp } from './change-app.ts'
import { engage } from './engage.ts'
import { addFault } from './faults.ts'
import {
  AppInput,
  AudienceInput,
  Engagement,
  ExpireInput,
  FaultInput,
  PresenceInput,
  readInput,
  RemoveInput,
  SilenceInput,
  InvalidInput,
  VisitorComment,
  VisitorReview,
  VisitorsInput,
  WithdrawInput,
} from './inputs.ts'
import { logIn } from './login.ts'
import { networkControlOf } from './network-controls.ts'
import { setPresence } from './presence.ts'
import { listPublished } from './published.ts'
import { listComments, listReplies, removeItem, addVisitors, saveComment, saveReview } from './visitors.ts'
import { withdraw } from './withdraw.ts'

/** Control calls for tests and demos. No provider has any of these. */
export const controlRoutes = (world: World, originOf: (c: SandboxContext) => string) =>
  new Hono<SandboxEnv>()
    .onError((error, c) => {
      if (error instanceof InvalidInput) return c.json({ error: error.message }, 400)
      throw error
    })
    .get('/mail', c => {
      const to = c.req.query('to')?.toLowerCase()
      const isTheirs = (recipients: string[]) => recipients.some(address => address.toLowerCase() === to)
      const mails = to ? world.mails.filter(mail => isTheirs(mail.recipients)) : world.mails
      return c.json(mails.toReversed())
    })
    .get('/published', c => c.json(listPublished(world, originOf(c))))
    .get('/requests', c => c.json(world.requests))
    .post('/login', async c => c.json(logIn(world, await c.req.text())))
    .get('/faults', c => c.json(world.faults))
    .post('/faults', async c => c.json(addFault(world, readInput(FaultInput, await c.req.text())), 201))
    .delete('/faults', c => {
      world.faults = []
      return c.json({ success: true })
    })
    .delete('/limits', c => {
      world.business.calls.clear()
      return c.json({ success: true })
    })
    .get('/silences', c =>
      c.json(world.silences.map(({ provider, operation, kind }) => ({ provider, operation, kind }))),
    )
    .post('/silences', async c => {
      const { then } = readInput(SilenceInput, await c.req.text())
      return c.json({ success: true, ended: endSilences(world, then) })
    })
    .post('/expire', async c => {
      const { provider, person } = readInput(ExpireInput, await c.req.text())
      if (provider === 'google') {
        const expired = endGrants(world, ({ personId }) => person === undefined || personId === person)
        return c.json({ success: true, expired })
      }
      const part = networkControlOf(provider)
      if (part) return c.json({ success: true, expired: part.expire(world, person) })
      const isAffected = (token: { provider: string; personId: string }) =>
        token.provider === provider && (person === undefined || token.personId === person)
      return c.json({ success: true, expired: revokeTokens(world, isAffected, 'password_changed') })
    })
    .post('/app', async c => {
      changeApp(world, readInput(AppInput, await c.req.text()))
      return c.json({ success: true })
    })
    .post('/withdraw', async c => c.json(await withdraw(world, readInput(WithdrawInput, await c.req.text()))))
    .post('/engage', async c => {
      engage(world, readInput(Engagement, await c.req.text()))
      return c.json({ success: true })
    })
    .post('/audience', async c => {
      setAudience(world, readInput(AudienceInput, await c.req.text()))
      return c.json({ success: true })
    })
    .post('/presence', async c => {
      setPresence(world, readInput(PresenceInput, await c.req.text()))
      return c.json({ success: true })
    })
    .post('/comment', async c => c.json(saveComment(world, readInput(VisitorComment, await c.req.text()))))
    .post('/review', async c => c.json(saveReview(world, readInput(VisitorReview, await c.req.text()))))
    .post('/visitors', async c =>
      c.json({ ids: addVisitors(world, readInput(VisitorsInput, await c.req.text())) }),
    )
    .post('/remove', async c => {
      removeItem(world, readInput(RemoveInput, await c.req.text()))
      return c.json({ success: true })
    })
    .get('/replies', c => c.json(listReplies(world)))
    .get('/comments', c => c.json(listComments(world)))
    .post('/reset', c => {
      resetWorld(world)
      return c.json({ success: true })
    })
    .all('*', c => c.json({ error: `There is no control call ${c.req.method} ${c.req.path}.` }, 404))
