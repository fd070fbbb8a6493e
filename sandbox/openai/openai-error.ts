import { type ProviderResponse, jsonResponse } from '../requests/response.ts'
import { requestHeaders } from './headers.ts'

type Details = { status?: number; type?: string; param?: string | null; code?: string | null }

/** An error in OpenAI's envelope. Defaults to a bad request. */
export class OpenAiError extends Error {
  override name = 'OpenAiError'
  readonly status: number
  readonly body: {
    error: { message: string; type: string; param: string | null; code: string | null }
  }

  constructor(message: string, { status = 400, type, param = null, code = null }: Details = {}) {
    super(message)
    this.status = status
    this.body = { error: { message, type: type ?? 'invalid_request_error', param, code } }
  }
}

export const openAiErrorResponse = ({ status, body }: OpenAiError): ProviderResponse =>
  jsonResponse(body, status, requestHeaders())

/** Returns OpenAI's error for each status. */
export function errorFor(status: number): OpenAiError {
  switch (status) {
    case 401:
      return new OpenAiError(
        'Incorrect API key provided: sk-sandb*******key. You can find your API key at https://platform.openai.com/account/api-keys.',
        { status, code: 'invalid_api_key' },
      )
    case 404:
      return new OpenAiError('The model does not exist or you do not have access to it.', {
        status,
        code: 'model_not_found',
      })
    case 429:
      return new OpenAiError(
        'Rate limit reached for requests per min (RPM): Limit 500, Used 500, Requested 1. Please try again in 120ms.',
        { status, type: 'requests', code: 'rate_limit_exceeded' },
      )
    case 503:
      return new OpenAiError('The engine is currently overloaded, please try again later.', {
        status,
        type: 'server_error',
      })
    default:
      return status >= 500
        ? new OpenAiError('The server had an error while processing your request. Sorry about that!', {
            status,
            type: 'server_error',
          })
        : new OpenAiError('A fault in the sandbox refuses this call', { status })
  }
}

export const quotaUsedUp = () =>
  new OpenAiError(
    'You exceeded your current quota, please check your plan and billing details. For more information on this error, read the docs: https://platform.openai.com/docs/guides/error-codes/api-errors.',
    { status: 429, type: 'insufficient_quota', code: 'insufficient_quota' },
  )
