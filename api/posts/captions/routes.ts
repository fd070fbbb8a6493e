import { type Context, Hono } from 'hono'
import { type SSEStreamingApi, streamSSE } from 'hono/streaming'

import { buildPrompt } from '#api/ai/prompt.ts'
import { requires, requireUser } from '#api/auth/middleware/user.ts'
import { readVoice, requireActiveDomain } from '#api/businesses/domains.ts'
import type { UserContext, UserEnv } from '#api/context.ts'
import { INTERNAL } from '#api/http/error-handler.ts'
import { describing, validate } from '#api/http/route.ts'
import { DomainError } from '#api/runtime/errors.ts'
import { canWrite, type Task, type TextEvent, writeText } from '#api/writing/write-text.ts'
import { describeVoice } from '#shared/businesses/voice.ts'
import { smallestMaxChars, WriteCaption, WriteForWeek } from '#shared/posts/captions.ts'
import { weekTask } from './week.ts'

const describe = describing('Captions')

export const captionRoutes = new Hono<UserEnv>()
  .use(requireUser)
  .get('/', describe('Read whether AI captions are available', { response: { data: '`available`' } }), c =>
    c.json({ success: true, data: { available: canWrite(c.var.ctx) } }),
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
    async c => streamText(c, await weekTask(c.var.ctx, c.req.valid('json'))),
  )

/** Responds with a text while AI writes it. */
async function streamText(c: Context<UserEnv>, task: Task): Promise<Response> {
  const left = new AbortController()
  const leave = () => left.abort()
  c.req.raw.signal.addEventListener('abort', leave, { once: true })
  const events = writeText(c.var.ctx, task, left.signal)
  // A failure before the first event gets an ordinary error response with its status.
  const first = await events.next()
  c.header('X-Accel-Buffering', 'no')
  return streamSSE(c, async stream => {
    stream.onAbort(leave)
    await sendEvents(c.var.ctx, stream, first, events)
  })
}

async function sendEvents(
  { log }: UserContext,
  stream: SSEStreamingApi,
  first: IteratorResult<TextEvent>,
  events: AsyncGenerator<TextEvent>,
) {
  const send = (event: string, data: object) => stream.writeSSE({ event, data: JSON.stringify(data) })
  try {
    for (let step = first; !step.done; step = await events.next())
      await send(step.value.type, step.value.data)
  } catch (error) {
    if (!(error instanceof DomainError)) log.error({ err: error }, 'caption failed unexpectedly')
    await send('failed', error instanceof DomainError ? error.body : INTERNAL)
  }
}
