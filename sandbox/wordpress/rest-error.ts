import { jsonResponse, type ProviderResponse } from '../requests/response.ts'

/** A call that WordPress refuses. */
export class RestError extends Error {
  override name = 'RestError'
  readonly status: number
  readonly code: string
  readonly data: object

  constructor(status: number, code: string, message: string, data: object = {}) {
    super(message)
    this.status = status
    this.code = code
    this.data = data
  }
}

export const restErrorResponse = ({ status, code, message, data }: RestError): ProviderResponse =>
  jsonResponse({ code, message, data: { status, ...data } }, status)

export const noRoute = () =>
  new RestError(404, 'rest_no_route', 'No route was found matching the URL and request method.')
export const invalidPost = () => new RestError(404, 'rest_post_invalid_id', 'Invalid post ID.')
export const trashNotSupported = () =>
  new RestError(
    501,
    'rest_trash_not_supported',
    "The post does not support trashing. Set 'force=true' to delete.",
  )
export const notLoggedIn = () => new RestError(401, 'rest_not_logged_in', 'You are not currently logged in.')
export const forbidden = (code: string, what: string) =>
  new RestError(403, code, `Sorry, you are not allowed to ${what}.`)

/** Returns the error of parameters that break the schema. */
export function invalidParameters(problems: Record<string, string>): RestError {
  const names = Object.keys(problems)
  return new RestError(400, 'rest_invalid_param', `Invalid parameter(s): ${names.join(', ')}`, {
    params: problems,
  })
}

/** Returns the response that a fault's code selects. Some are pages, as security plugins send them. */
export function faultResponse(code: number, status: number): ProviderResponse {
  const message = 'A fault in the sandbox refuses this call.'
  switch (code) {
    case 401:
      return restErrorResponse(notLoggedIn())
    case 403:
      return restErrorResponse(forbidden('rest_cannot_publish', 'publish posts in this post type'))
    case 404:
      return restErrorResponse(invalidPost())
    case 413:
      return htmlPage(413, 'Request Entity Too Large')
    case 429:
      return restErrorResponse(new RestError(429, 'too_many_requests', 'Too many requests.'))
    case 501:
      return restErrorResponse(trashNotSupported())
    case 503:
      return htmlPage(503, 'Briefly unavailable for scheduled maintenance. Check back in a minute.')
    case 400:
      return restErrorResponse(new RestError(400, 'rest_invalid_param', message))
    default:
      return restErrorResponse(
        new RestError(code >= 500 && code < 600 ? code : status, 'internal_server_error', message),
      )
  }
}

const htmlPage = (status: number, text: string): ProviderResponse => ({
  status,
  body: `<!DOCTYPE html><html><head><title>${text}</title></head><body><h1>${text}</h1></body></html>`,
  headers: { 'content-type': 'text/html; charset=UTF-8' },
})
