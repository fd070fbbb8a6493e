import * as v from 'valibot'

import type { Config } from '#api/runtime/config.ts'
import { fetchOutside } from '#api/runtime/fetch.ts'
import { type Finding, probe } from './finding.ts'

const PROBE_MS = 10_000

const Model = v.object({ shutdown_date: v.optional(v.nullable(v.string())) })
const Refusal = v.object({ error: v.object({ message: v.string() }) })

/** Checks the key, the model and the model's retirement date. Requests only the model's description, which is free. */
export async function probeWriting({ openai }: Config, now = new Date()): Promise<Finding> {
  const { apiKey, model, baseUrl } = openai
  if (!apiKey) {
    return {
      state: 'missing',
      name: 'AI captions',
      message: 'OPENAI_API_KEY is not set: nobody can use AI captions (`bun run up` simulates OpenAI).',
      remedy: 'platform.openai.com → API keys, in a project with billing and a monthly limit.',
    }
  }
  let shutdown: string | null | undefined
  const finding = await probe(
    'AI captions',
    async () => {
      const response = await fetchOutside(`${baseUrl}/models/${encodeURIComponent(model)}`, {
        headers: { Authorization: `Bearer ${apiKey}` },
        signal: AbortSignal.timeout(PROBE_MS),
      })
      if (!response.ok) throw new Error(await refusal(response, apiKey))
      const read = v.safeParse(Model, await response.json())
      shutdown = read.success ? read.output.shutdown_date : null
      if (shutdown && new Date(shutdown) <= now) throw new Error(`${model} was retired on ${shutdown}`)
      return shutdown ? `${model} responds, and will be retired on ${shutdown}` : `${model} responds`
    },
    'Check OPENAI_API_KEY, OPENAI_MODEL and OPENAI_BASE_URL.',
  )
  return finding.state === 'ready' && shutdown
    ? {
        ...finding,
        remedy: 'Before that day, set OPENAI_MODEL to its successor: developers.openai.com, Deprecations.',
      }
    : finding
}

async function refusal(response: Response, apiKey: string): Promise<string> {
  const read = v.safeParse(Refusal, await response.json().catch(() => undefined))
  const message = read.success ? read.output.error.message.replaceAll(apiKey, '…') : ''
  return `${response.status} ${message}`.trim()
}
