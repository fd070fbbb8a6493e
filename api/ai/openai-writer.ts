import type { OpenAI } from 'openai'

import type { Config } from '#api/config.ts'
import { CAPTION_MESSAGES } from '#shared/posts/captions.ts'
import { userMessage } from './error-message.ts'
import type { Prompt } from './prompt.ts'
import { type Writer, WriterError } from './writer.ts'

const TEMPERATURE = 0.7
const MODERATION_MODEL = 'omni-moderation-latest'
/** Maximum wait of a user for one text, including retries. */
const PATIENCE_MS = 60_000
const ATTEMPT_MS = 30_000

/** Creates the writer for OPENAI_BASE_URL; undefined without a key. */
export function openAiWriter(
  config: Config['openai'],
  { patienceMs = PATIENCE_MS }: { patienceMs?: number } = {},
): Writer | undefined {
  const { apiKey, model } = config
  if (!apiKey) return undefined
  let client: Promise<OpenAI> | undefined
  const open = () => (client ??= openClient(config))
  // Reasoning models reject any temperature but the default.
  let takesTemperature = true

  async function begin({ system, user, mostTokens }: Prompt, signal: AbortSignal) {
    const { chat } = await open()
    const ask = () =>
      chat.completions.create(
        {
          model,
          messages: [
            { role: 'system', content: system },
            { role: 'user', content: user },
          ],
          max_completion_tokens: mostTokens,
          stream: true,
          ...(takesTemperature && { temperature: TEMPERATURE }),
        },
        { signal },
      )
    try {
      return await ask()
    } catch (error) {
      if (!takesTemperature || !refusesTemperature(error)) throw error
      takesTemperature = false
      return await ask()
    }
  }

  return {
    async flags(text, signal) {
      const patience = patienceOf(signal, patienceMs)
      try {
        const { moderations } = await open()
        const { results } = await moderations.create(
          { model: MODERATION_MODEL, input: text },
          { signal: patience },
        )
        return results.some(({ flagged }) => flagged)
      } catch (error) {
        // Some servers with OpenAI's API have no moderation.
        if (statusOf(error) === 404) return false
        throw toWriterError(error, apiKey, patience)
      }
    },

    async *write(prompt, signal) {
      const patience = patienceOf(signal, patienceMs)
      let ended: string | undefined
      try {
        for await (const { choices } of await begin(prompt, patience)) {
          const [choice] = choices
          if (choice?.delta.refusal) throw new WriterError('refused', 'refusal')
          if (choice?.delta.content) yield choice.delta.content
          ended = choice?.finish_reason ?? ended
        }
      } catch (error) {
        throw toWriterError(error, apiKey, patience)
      }
      if (signal.aborted) return
      if (patience.aborted) throw new WriterError('failed', 'timeout', CAPTION_MESSAGES.tooSlow)
      if (ended === 'content_filter') throw new WriterError('refused', ended)
      if (!ended) throw new WriterError('failed', 'broken-off')
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
    fetch: fetchOnceWithoutQuota,
  })
}

/** Stops retries when the quota is used up, which OpenAI reports as 429 (https://platform.openai.com/docs/guides/error-codes). */
async function fetchOnceWithoutQuota(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init)
  if (response.status !== 429) return response
  const body = await response.text()
  const headers = new Headers(response.headers)
  if (body.includes('insufficient_quota')) headers.set('x-should-retry', 'false')
  return new Response(body, { status: response.status, headers })
}

const patienceOf = (signal: AbortSignal, ms: number) => AbortSignal.any([signal, AbortSignal.timeout(ms)])

/** The client's error for a response with an error status. */
type Refusal = { status?: number; code?: string | null; param?: string | null; error?: { message?: unknown } }

const refusalOf = (error: unknown): Refusal => (error instanceof Error ? (error as Refusal) : {})

const statusOf = (error: unknown) => refusalOf(error).status

const refusesTemperature = (error: unknown) =>
  statusOf(error) === 400 && refusalOf(error).param === 'temperature'

/** Uses the provider's message, or else the error's. */
function toWriterError(error: unknown, apiKey: string, patience: AbortSignal): WriterError {
  if (error instanceof WriterError) return error
  if (patience.aborted)
    return new WriterError('failed', 'timeout', CAPTION_MESSAGES.tooSlow, { cause: error })
  const { status, code, error: body } = refusalOf(error)
  const own = error instanceof Error ? error.message : ''
  const words = typeof body?.message === 'string' ? body.message : own
  const failure = `${status ?? 'connection'}${code ? `/${code}` : ''}`
  return new WriterError('failed', failure, userMessage(words, apiKey), { cause: error })
}
