import { type Context, Hono } from 'hono'

import { buildPrompt } from '#api/ai/prompt.ts'
import { type Task, writeText } from '#api/ai/write-text.ts'
import { requires, requireUser } from '#api/auth/middleware/user.ts'
import { readVoice, requireActiveDomain } from '#api/businesses/domains.ts'
import type { UserEnv } from '#api/context.ts'
import { describing, validate } from '#api/http/route.ts'
import { streamEvents } from '#api/http/stream-events.ts'
import { describeVoice } from '#shared/businesses/voice.ts'
import { smallestMaxChars, WriteCaption, WriteForWeek } from '#shared/posts/captions.ts'
import { buildWeekTask } from './week.ts'

const describe = describing('Captions')

export const captionRoutes = new Hono<UserEnv>()
  .use(requireUser)
  .get('/', describe('Read whether AI captions are available', { data: '`available`' }), c =>
    c.json({ success: true, data: { available: c.var.ctx.writer !== undefined } }),
  )
  .post(
    '/',
    describe(
      'Write a caption, or rewrite one with `change`, as server-sent events: `text` `{delta}` …, then `done` `{text, cut}` or `failed` `{code, message}`. Closing the connection stops it',
      { raw: 'text/event-stream', errors: ['rate_limited', 'upstream'] },
    ),
    requires('write'),
    validate('json', WriteCaption),
    async c => {
      const input = c.req.valid('json')
      const domain = await requireActiveDomain(c.var.ctx)
      const voice = domain ? describeVoice(await readVoice(c.var.ctx, domain._id)) : ''
      return streamText(c, {
        prompt: buildPrompt(input, voice),
        material: [input.prompt, voice].filter(Boolean).join('\n'),
        maxChars: smallestMaxChars(input.networks),
      })
    },
  )
  .post(
    '/week',
    describe(
      'Write a post of a week, whose subject AI chooses, as server-sent events like those of a caption',
      { raw: 'text/event-stream', errors: ['rate_limited', 'upstream', 'not_found'] },
    ),
    requires('write'),
    validate('json', WriteForWeek),
    async c => streamText(c, await buildWeekTask(c.var.ctx, c.req.valid('json'))),
  )

/** Responds with a text while AI writes it. */
const streamText = (c: Context<UserEnv>, task: Task) =>
  streamEvents(c, signal => writeText(c.var.ctx, task, signal))
