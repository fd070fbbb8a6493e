import { takeEarlyResponse } from '#site/lib/api/early-responses.ts'
import { apiUrl } from '#site/lib/api/url.ts'

export const UNREACHABLE = 'We can’t reach the server. Check your connection, then try again.'

export class CallError extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/**
 * Calls the api for the token in this page's URL, such as /review/{token}. Schemas and clients of the dashboard would make
 * the link pages (review, connect) too large for a phone.
 * @throws {CallError}
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
    throw new CallError('network', UNREACHABLE)
  })
  const body = (await response.json().catch(() => ({}))) as Response & { code?: string; message?: string }
  if (response.ok) return body
  throw new CallError(body.code ?? 'internal', body.message ?? UNREACHABLE)
}
