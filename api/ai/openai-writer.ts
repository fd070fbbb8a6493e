import type { OpenAI } from 'openai'

import type { Config } from '#api/runtime/config.ts'
import { fetchOutside } from '#api/runtime/fetch.ts'
import { CAPTION_MESSAGES } from '#shared/posts/captions.ts'
import type { Prompt } from './prompt.ts'
import { type Writer, WriterError } from './writer.ts'

const TEMPERATURE = 0.7
const MODERATION_MODEL = 'omni-moderation-latest'
/** Maximum wait of a user for one text, including retries. */
const MAX_WAIT_MS = 60_000
const ATTEMPT_MS = 30_000

/** Creates the writer for OPENAI_BASE_URL. Returns undefined without an API key. */
export function openAiWriter(
  config: Config['openai'],
  { maxWaitMs = MAX_WAIT_MS }: { maxWaitMs?: number } = {},
): Writer | undefined {
  const { apiKey, model } = config
  if (!apiKey) return undefined
  let client: Promise<OpenAI> | undefined
  const open = () => (client ??= openClient(config))
  // Reasoning models reject any temperature but the default.
  let supportsTemperature = true

  async function startCompletion({ system, user, maxTokens }: Prompt, signal: AbortSignal) {
    const { chat } = await open()
    const request = () =>
      chat.completions.create(
        {
          model,
          messages: [
            { role: 'system', content: system },
            { role: 'user', content: user },
          ],
          max_completion_tokens: maxTokens,
          stream: true,
          ...(supportsTemperature && { temperature: TEMPERATURE }),
        },
        { signal },
      )
    try {
      return await request()
    } catch (error) {
      if (!supportsTemperature || !rejectsTemperature(error)) throw error
      supportsTemperature = false
      return await request()
    }
  }

  return {
    async flags(text, signal) {
      const timeout = AbortSignal.timeout(maxWaitMs)
      try {
        const { moderations } = await open()
        const { results } = await moderations.create(
          { model: MODERATION_MODEL, input: text },
          { signal: AbortSignal.any([signal, timeout]) },
        )
        return results.some(({ flagged }) => flagged)
      } catch (error) {
        // Some servers with OpenAI's API have no moderation.
        if (statusOf(error) === 404) return false
        throw toWriterError(error, { apiKey, signal, timeout })
      }
    },

    async *write(prompt, signal) {
      const timeout = AbortSignal.timeout(maxWaitMs)
      let finishReason: string | undefined
      try {
        for await (const { choices } of await startCompletion(prompt, AbortSignal.any([signal, timeout]))) {
          const [choice] = choices
          if (choice?.delta.refusal) throw new WriterError('refused', 'refusal')
          if (choice?.delta.content) yield choice.delta.content
          finishReason = choice?.finish_reason ?? finishReason
        }
      } catch (error) {
        throw toWriterError(error, { apiKey, signal, timeout })
      }
      if (signal.aborted) return
      if (timeout.aborted) throw new WriterError('failed', 'timeout', CAPTION_MESSAGES.tooSlow)
      if (finishReason === 'content_filter') throw new WriterError('refused', finishReason)
      if (!finishReason) throw new WriterError('failed', 'broken-off')
    },
  }
}

/** Loads the large client lazily, since many installations never use it. */
async function openClient({ apiKey, baseUrl }: Config['openai']): Promise<OpenAI> {
  const { OpenAI } = await import('openai')
  return new OpenAI({
    apiKey,
    baseURL: baseUrl,
    organization: null,
    project: null,
    timeout: ATTEMPT_MS,
    logLevel: 'off',
    fetch: fetchAndCheckQuota,
  })
}

/** Stops retries when the quota is used up, which OpenAI reports as 429 (https://platform.openai.com/docs/guides/error-codes). */
async function fetchAndCheckQuota(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetchOutside(input, init)
  if (response.status !== 429) return response
  const body = await response.text()
  const headers = new Headers(response.headers)
  if (body.includes('insufficient_quota')) headers.set('x-should-retry', 'false')
  return new Response(body, { status: response.status, headers })
}

/** The client's error for a response with an error status. */
type ApiError = {
  status?: number
  code?: string | null
  param?: string | null
  error?: { message?: unknown }
}

const toApiError = (error: unknown): ApiError => (error instanceof Error ? (error as ApiError) : {})

const statusOf = (error: unknown) => toApiError(error).status

const rejectsTemperature = (error: unknown) =>
  statusOf(error) === 400 && toApiError(error).param === 'temperature'

/** The library's message for calls without a response. */
const CONNECTION_ERROR = 'Connection error.'

type Call = { apiKey: string; signal: AbortSignal; timeout: AbortSignal }

/** Uses only the provider's own messages, because those of parsers and limits aren't for users. */
function toWriterError(error: unknown, { apiKey, signal, timeout }: Call): WriterError {
  if (error instanceof WriterError) return error
  if (signal.aborted) return new WriterError('failed', 'canceled', '', { cause: error })
  if (timeout.aborted) return new WriterError('failed', 'timeout', CAPTION_MESSAGES.tooSlow, { cause: error })
  const { status, code, error: body } = toApiError(error)
  const message = typeof body?.message === 'string' ? body.message : ''
  if (status === undefined && error instanceof Error && error.message === CONNECTION_ERROR)
    return new WriterError('failed', 'connection', CAPTION_MESSAGES.unreachable, { cause: error })
  const failure = `${status ?? 'connection'}${code ? `/${code}` : ''}`
  return new WriterError('failed', failure, userMessage(message, apiKey), { cause: error })
}

/** Matches keys and ids of organisations, projects and people, whole or masked by asterisks. */
const IDS =
  /\b(?:sk|rk|pk|sess|org|proj|user|acct|key)[-_](?=[\w*-]*[\dA-Z*])[\w*.-]*\w|\S*\*{2,}[^\s.]*|\S+@[\w-]+(?:\.[\w-]+)+/g
const NAMED_KEY = /(api key provided): \S*[^\s.]/gi
const OWNER = / (?:in|for|of|by|on) (?:your )?(?:organization|organisation|project|account) …/gi
const MAX_LETTERS = 500

/** Removes keys and ids from a provider's error message. Returns an empty string if it isn't a readable sentence. */
export function userMessage(message: string, apiKey: string): string {
  if (message.length > MAX_LETTERS || message.includes('<')) return ''
  return message.replaceAll(apiKey, '…').replace(NAMED_KEY, '$1').replace(IDS, '…').replace(OWNER, '').trim()
}
