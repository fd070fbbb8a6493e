import type { ErrorBody } from '#shared/errors.ts'
import { takeEarlyResponse } from '#site/lib/api/early-responses.ts'
import { ApiError, UNREACHABLE } from '#site/lib/api/error.ts'
import { apiUrl } from '#site/lib/api/url.ts'

/**
 * Calls the api for the token in this page's URL, such as /review/{token}. Schemas and clients of the dashboard would make
 * the link pages (review, connect, audits) too large for a phone.
 * @throws {ApiError}
 */
export async function callLink<Response extends object>(
  path: string,
  { json, headers }: { json?: object; headers?: Record<string, string> } = {},
): Promise<Response> {
  const [, page = '', token = ''] = location.pathname.split('/')
  const url = apiUrl(`/api/${page}/${encodeURIComponent(token)}${path}`)
  const early = json || headers ? undefined : takeEarlyResponse('GET', url)
  const response = await (
    early ??
    fetch(url, {
      credentials: 'include',
      headers: { ...headers, ...(json && { 'Content-Type': 'application/json' }) },
      ...(json && { method: 'POST', body: JSON.stringify(json) }),
    })
  ).catch(() => {
    throw new ApiError('network', UNREACHABLE)
  })
  const body = (await response.json().catch(() => ({}))) as Response & Partial<ErrorBody>
  if (response.ok) return body
  throw new ApiError(body.code ?? 'internal', body.message || UNREACHABLE, body.fields)
}
