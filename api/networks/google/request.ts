import * as v from 'valibot'

import {
  appendQuery,
  type CallSettings,
  inconclusiveError,
  parsedJson,
  send,
} from '#api/networks/core/http.ts'
import type { Config } from '#api/runtime/config.ts'
import { readGoogleError } from './errors.ts'

export type GoogleBusiness = Config['google']['business']

type GoogleRequest<Schema extends v.GenericSchema> = CallSettings & {
  url: string
  /** Schema of the response. */
  schema: Schema
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Query parameters. A list becomes a repeated parameter. */
  query?: Record<string, string | number | readonly string[] | undefined>
  json?: unknown
  form?: Record<string, string>
  token?: string
}

/**
 * Sends a request to Google's accounts or Business Profile services.
 * @throws {NetworkError} whose kind shows whether something may have been published; it contains no token
 */
export async function googleRequest<Schema extends v.GenericSchema>(
  request: GoogleRequest<Schema>,
): Promise<v.InferOutput<Schema>> {
  const { schema, method = 'GET', token, risky = false, now, json, query = {} } = request
  const url = new URL(request.url)
  appendQuery(url, query)
  const { response, text } = await send({
    ...request,
    provider: 'google',
    url: url.href,
    method,
    headers: {
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(json !== undefined && { 'Content-Type': 'application/json' }),
    },
    body: bodyOf(request),
  })
  const content = text === '' ? {} : parsedJson(text)
  if (!response.ok) throw readGoogleError(content, { response, risky, now: now() })
  const data = v.safeParse(schema, content)
  if (content === undefined || !data.success)
    throw inconclusiveError('unreadable', 'Google gave a response we can’t read.', { risky })
  return data.output
}

/** Reads a list page by page, up to `maxPages`, in case Google repeats pages endlessly. */
export async function* googlePages<Page extends v.GenericSchema<unknown, { nextPageToken: string }>>({
  maxPages,
  ...request
}: GoogleRequest<Page> & { maxPages: number }): AsyncGenerator<v.InferOutput<Page>, void> {
  let pageToken: string | undefined
  for (let page = 0; page < maxPages; page++) {
    const response = await googleRequest<Page>({
      ...(request as GoogleRequest<Page>),
      query: { ...request.query, pageToken },
    })
    yield response
    pageToken = response.nextPageToken || undefined
    if (!pageToken) return
  }
}

function bodyOf({ json, form }: GoogleRequest<v.GenericSchema>): BodyInit | null {
  if (json !== undefined) return JSON.stringify(json)
  return form ? new URLSearchParams(form) : null
}
