import * as v from 'valibot'

import type { Config } from '#api/config.ts'
import { send, unclear } from '#api/networks/core/http.ts'
import { readGoogleRefusal } from './errors.ts'

export type GoogleBusiness = Config['google']['business']

export type GoogleRequest<Schema extends v.GenericSchema> = {
  url: string
  /** What the answer must hold. */
  schema: Schema
  method?: 'GET' | 'POST' | 'DELETE'
  query?: Record<string, string | number | undefined>
  json?: unknown
  form?: Record<string, string>
  token?: string
  /** True when the request may publish: an outcome that nobody knows is then 'unknown' and not 'transient'. */
  risky?: boolean
  timeoutMs?: number
  signal?: AbortSignal | undefined
  now: () => Date
}

const NAME = 'Google'

/**
 * One request to Google. The only place that talks to its accounts and to Business Profile.
 * @throws NetworkError whose kind tells whether something may have been published; it holds no token
 */
export async function googleRequest<Schema extends v.GenericSchema>(
  request: GoogleRequest<Schema>,
): Promise<v.InferOutput<Schema>> {
  const { schema, method = 'GET', token, risky = false, now, json } = request
  const { response, text } = await send({
    ...request,
    provider: 'google',
    url: addressOf(request),
    method,
    headers: {
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(json !== undefined && { 'Content-Type': 'application/json' }),
    },
    body: bodyOf(request),
  })
  const answer = parsed(text)
  if (!response.ok) throw readGoogleRefusal(answer, { response, risky, now: now() })
  const data = v.safeParse(schema, answer)
  if (!data.success) throw unclear('unreadable', `${NAME} gave an answer we can’t read.`, { risky })
  return data.output
}

function addressOf({ url, query = {} }: GoogleRequest<v.GenericSchema>): string {
  const address = new URL(url)
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) address.searchParams.set(name, String(value))
  return address.href
}

function bodyOf({ json, form }: GoogleRequest<v.GenericSchema>): BodyInit | null {
  if (json !== undefined) return JSON.stringify(json)
  return form ? new URLSearchParams(form) : null
}

function parsed(text: string): unknown {
  if (text === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
