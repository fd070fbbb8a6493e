import { Hono } from 'hono'

import type { Fault } from '../faults/fault.ts'
import { runWithFault } from '../faults/run-with-fault.ts'
import { takeFault } from '../faults/take-fault.ts'
import { type ReceivedRequest, readRequest, UnreadableBody } from '../requests/read-request.ts'
import { logRequest } from '../requests/request-log.ts'
import {
  type ProviderResponse,
  cutConnection,
  jsonResponse,
  type SandboxContext,
  type SandboxEnv,
} from '../requests/response.ts'
import type { World } from '../world/world.ts'
import { completeChat } from './chat.ts'
import { requestHeaders } from './headers.ts'
import { findModel, modelBody, MODELS } from './models.ts'
import { moderate } from './moderation.ts'
import { OpenAiError, openAiErrorResponse, errorFor } from './openai-error.ts'
import { sendPaced } from './paced.ts'

type Body = Record<string, unknown>
type Perform = (body: Body, fault: Fault | null) => ProviderResponse

const WORD_MS = 8

/** Serves the part of OpenAI's API that the AI writer uses. Accepts any well-formed key. */
export const openAiRoutes = (world: World) => {
  const serve = (operation: string, perform: Perform) => (c: SandboxContext) =>
    respond(c, world, operation, perform)
  return new Hono<SandboxEnv>()
    .post(
      '/chat/completions',
      serve('chat', (body, fault) => completeChat(world, body, fault)),
    )
    .post('/moderations', serve('moderations', moderate))
    .get(
      '/models',
      serve('models', () =>
        jsonResponse({ object: 'list', data: MODELS.map(modelBody) }, 200, requestHeaders()),
      ),
    )
    .get('/models/:id', c =>
      respond(c, world, 'models', () =>
        jsonResponse(modelBody(findModel(c.req.param('id'))), 200, requestHeaders()),
      ),
    )
    .all(
      '*',
      serve('', () => {
        throw new OpenAiError('Invalid URL', { status: 404 })
      }),
    )
}

async function respond(c: SandboxContext, world: World, operation: string, perform: Perform) {
  const request = await readRequest(c, world.files).catch(unreadable)
  if (request instanceof OpenAiError) return c.json(request.body, 400)
  const logged = logRequest(world, request)
  const fault = takeFault(world, 'openai', [operation])
  const response = await runWithFault(c, world, fault, {
    perform: async () => performWithKey(request, await bodyOf(c), fault, perform),
    errorResponse: (_code, _subcode, status) => openAiErrorResponse(errorFor(status)),
  })
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response
  return sendPaced(response, await response.text(), {
    ms: fault?.kind === 'slow' ? (fault.ms ?? WORD_MS) : WORD_MS,
    cut: fault?.kind === 'stream-cut' ? () => void cutConnection(c) : undefined,
    hungUp: () => {
      logged.hungUp = true
    },
  })
}

function performWithKey(
  { headers }: ReceivedRequest,
  body: Body,
  fault: Fault | null,
  perform: Perform,
): ProviderResponse {
  try {
    requireKey(headers['authorization'])
    return perform(body, fault)
  } catch (error) {
    if (error instanceof OpenAiError) return openAiErrorResponse(error)
    throw error
  }
}

function requireKey(authorization: string | undefined) {
  const key = /^Bearer (\S+)$/.exec(authorization ?? '')?.[1]
  if (!key) {
    throw new OpenAiError(
      "You didn't provide an API key. You need to provide your API key in an Authorization header using Bearer auth (i.e. Authorization: Bearer YOUR_KEY).",
      { status: 401 },
    )
  }
  if (key.startsWith('sk-')) return
  const shown = `${key.slice(0, 4)}****${key.slice(-4)}`
  throw new OpenAiError(
    `Incorrect API key provided: ${shown}. You can find your API key at https://platform.openai.com/account/api-keys.`,
    { status: 401, code: 'invalid_api_key' },
  )
}

const bodyOf = async (c: SandboxContext): Promise<Body> =>
  c.req.method === 'POST' ? await c.req.json<Body>() : {}

function unreadable(error: unknown): OpenAiError {
  if (!(error instanceof UnreadableBody)) throw error
  return new OpenAiError(
    'We could not parse the JSON body of your request. (HINT: This likely means you aren’t using your HTTP library correctly.)',
  )
}
