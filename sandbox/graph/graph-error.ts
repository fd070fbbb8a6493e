import { type ProviderResponse, jsonResponse } from '../requests/response.ts'
import { ids } from '../world/ids.ts'

interface GraphErrorDetails {
  code: number
  subcode?: number | undefined
  message: string
  type?: string
  status?: number
  title?: string
  userMessage?: string
  data?: unknown
}

/** Rejects a call that breaks a rule of Graph. */
export class GraphError extends Error {
  override name = 'GraphError'
  readonly details: GraphErrorDetails

  constructor(details: GraphErrorDetails) {
    super(details.message)
    this.details = details
  }
}

/** Builds an error whose message starts with its code, as most of Graph's do. */
export const graphError = (code: number, message: string, subcode?: number): GraphError =>
  new GraphError({ code, message: `(#${code}) ${message}`, subcode })

export const missingObject = (method: string, id: string): GraphError =>
  new GraphError({
    code: 100,
    subcode: 33,
    type: 'GraphMethodException',
    message:
      `Unsupported ${method.toLowerCase()} request. Object with ID '${id}' does not exist, cannot be loaded due ` +
      'to missing permissions, or does not support this operation. Please read the Graph API documentation at ' +
      'https://developers.facebook.com/docs/graph-api',
  })

export const missingParameter = (name: string): GraphError =>
  graphError(100, `The parameter ${name} is required`)

export function graphErrorResponse(
  { details }: GraphError,
  headers: Record<string, string> = {},
): ProviderResponse {
  const { code, subcode, message, type, status, title, userMessage, data } = details
  const error = {
    message,
    type: type ?? 'OAuthException',
    code,
    error_subcode: subcode,
    is_transient: code === 1 || code === 2 || code === 4,
    error_user_title: title,
    error_user_msg: userMessage,
    error_data: data,
    fbtrace_id: ids.trace(),
  }
  return jsonResponse({ error }, status ?? 400, headers)
}
