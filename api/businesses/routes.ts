import { Hono } from 'hono'

import { requireUser } from '#api/auth/middleware/user.ts'
import type { UserEnv } from '#api/context.ts'
import { limitChanges } from '#api/http/limits/limits.ts'
import { describing, validate, done, doneWith } from '#api/http/route.ts'
import { refreshScores } from '#api/scores/scores.ts'
import { ChangeDomain } from '#shared/businesses/change-domain.ts'
import { SaveDomain, UpdateDomain } from '#shared/businesses/domains.ts'
import { Voice } from '#shared/businesses/voice.ts'
import { RefreshPerformance } from '#shared/scores.ts'
import {
  changeDomain,
  deleteDomain,
  getActiveDomain,
  getDomain,
  listDomains,
  readVoice,
  saveDomain,
  saveVoice,
  updateDomain,
} from './domains.ts'

const FIELDS =
  '`_id businessName websiteURL isSelected role isSample? timeZone linkTags postButton performanceData [{category, score}] performanceStatus performanceMessage?`'
const describe = describing('Domains')
const describeScores = describing('Scores')

export const domainRoutes = new Hono<UserEnv>()
  .get(
    '/getUserDomain',
    describe('List your businesses, newest first', { data: `A list of ${FIELDS}` }),
    requireUser,
    async c => c.json({ success: true, data: await listDomains(c.var.ctx) }),
  )
  .get(
    '/getUserActiveDomain',
    describe('Read the selected business', { data: `${FIELDS}, or null` }),
    requireUser,
    async c => c.json({ success: true, data: await getActiveDomain(c.var.ctx) }),
  )
  .post(
    '/saveUserDomain',
    describe('Add a business', {
      data: `The business: ${FIELDS}. The first one becomes selected.`,
      errors: ['conflict', 'rate_limited'],
    }),
    requireUser,
    validate('json', SaveDomain),
    c => doneWith(c, saveDomain(c.var.ctx, c.req.valid('json')), 'Domain added successfully!'),
  )
  .post(
    '/updateUserDomain',
    describe('Edit a business, or select it by its id alone', {
      data: `The business: ${FIELDS}`,
      errors: ['not_found', 'forbidden'],
    }),
    requireUser,
    limitChanges,
    validate('json', UpdateDomain),
    c => doneWith(c, updateDomain(c.var.ctx, c.req.valid('json')), 'Domain updated successfully!'),
  )
  .delete(
    '/deleteUserDomain/:id',
    describe('Delete a business with its accounts and posts', {
      errors: ['not_found', 'forbidden', 'conflict'],
    }),
    requireUser,
    limitChanges,
    c => done(c, deleteDomain(c.var.ctx, c.req.param('id')), 'Domain deleted successfully'),
  )
  .post(
    '/refreshPerformance',
    describeScores('Measure a business’s website again; 202 when that takes longer than a minute', {
      response: { data: 'The business, with its scores or with the reason why there are none' },
      errors: ['not_found', 'forbidden', 'rate_limited'],
    }),
    requireUser,
    validate('json', RefreshPerformance),
    async c => {
      const { domainId, websiteURL } = c.req.valid('json')
      const isFinished = await refreshScores(c.var.ctx, { domainId, websiteURL })
      const data = await getDomain(c.var.ctx, domainId)
      return c.json({ success: true, data }, isFinished ? 200 : 202)
    },
  )

const VOICE = '`about tone use avoid facts examples`'

export const domainSettingsRoutes = new Hono<UserEnv>()
  .get(
    '/:id/voice',
    describe('Read how AI writes for a business', { data: VOICE, errors: ['not_found'] }),
    requireUser,
    async c => c.json({ success: true, data: await readVoice(c.var.ctx, c.req.param('id')) }),
  )
  .put(
    '/:id/voice',
    describe('Describe how AI writes for a business', { data: VOICE, errors: ['not_found', 'forbidden'] }),
    requireUser,
    limitChanges,
    validate('json', Voice),
    c => doneWith(c, saveVoice(c.var.ctx, c.req.param('id'), c.req.valid('json')), 'Saved.'),
  )
  .patch(
    '/:id',
    describe('Set the time zone of a business, or the UTM tags of its links', {
      data: `The business: ${FIELDS}`,
      errors: ['not_found', 'forbidden'],
    }),
    requireUser,
    limitChanges,
    validate('json', ChangeDomain),
    c => doneWith(c, changeDomain(c.var.ctx, c.req.param('id'), c.req.valid('json')), 'Saved.'),
  )
