import { Hono } from 'hono'

import type { UserEnv } from '#api/context.ts'
import { describe } from '#api/describe.ts'
import { limitChanges } from '#api/limit-changes.ts'
import { requireUser } from '#api/require-user.ts'
import { validate } from '#api/validate.ts'
import { SaveDomain, UpdateDomain } from '#shared/domains.ts'
import { deleteDomain, getActiveDomain, listDomains, saveDomain, updateDomain } from './domains.ts'

const FIELDS =
  '`_id businessName websiteURL isSelected performanceData [{category, score}] performanceStatus performanceMessage?`'
const tag = 'Domains'

export const domainRoutes = new Hono<UserEnv>()
  .get(
    '/getUserDomain',
    describe({ summary: 'Your domains, newest first', tag, answer: { data: `A list of ${FIELDS}` } }),
    requireUser,
    async c => c.json({ success: true, data: await listDomains(c.var.ctx) } as const),
  )
  .get(
    '/getUserActiveDomain',
    describe({ summary: 'The selected domain', tag, answer: { data: `${FIELDS}, or null` } }),
    requireUser,
    async c => c.json({ success: true, data: await getActiveDomain(c.var.ctx) } as const),
  )
  .post(
    '/saveUserDomain',
    describe({
      summary: 'Add a domain',
      tag,
      answer: { data: `The domain: ${FIELDS}. The first one becomes selected.` },
      errors: ['invalid', 'conflict', 'rate_limited'],
    }),
    requireUser,
    validate('json', SaveDomain),
    async c => {
      const data = await saveDomain(c.var.ctx, c.req.valid('json'))
      return c.json({ success: true, message: 'Domain added successfully!', data } as const)
    },
  )
  .post(
    '/updateUserDomain',
    describe({
      summary: 'Edit a domain, or select it by its id alone',
      tag,
      answer: { data: `The domain: ${FIELDS}` },
      errors: ['invalid', 'not_found', 'rate_limited'],
    }),
    requireUser,
    limitChanges,
    validate('json', UpdateDomain),
    async c => {
      const data = await updateDomain(c.var.ctx, c.req.valid('json'))
      return c.json({ success: true, message: 'Domain updated successfully!', data } as const)
    },
  )
  .delete(
    '/deleteUserDomain/:id',
    describe({
      summary: 'Delete a domain with its accounts and posts',
      tag,
      errors: ['not_found', 'conflict', 'rate_limited'],
    }),
    requireUser,
    limitChanges,
    async c => {
      await deleteDomain(c.var.ctx, c.req.param('id'))
      return c.json({ success: true, message: 'Domain deleted successfully' } as const)
    },
  )
