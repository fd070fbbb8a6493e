import { type ProviderResponse, jsonResponse } from '../../requests/response.ts'

const STATUSES: Record<number, string> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  409: 'ABORTED',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
}

/** A call breaks a rule of Google's services. */
export class BusinessError extends Error {
  override name = 'BusinessError'
  readonly code: number
  readonly details: object[]
  readonly status: string

  constructor(code: number, message: string, details: object[] = [], status = STATUSES[code] ?? 'UNKNOWN') {
    super(message)
    this.code = code
    this.details = details
    this.status = status
  }
}

export const isStatus = (code: number) => code in STATUSES

const errorInfo = (reason: string, service: string) => ({
  '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
  reason,
  domain: 'googleapis.com',
  metadata: { service },
})

export const unauthenticated = () =>
  new BusinessError(
    401,
    'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential. See https://developers.google.com/identity/sign-in/web/devconsole-project.',
    [errorInfo('ACCESS_TOKEN_EXPIRED', 'mybusiness.googleapis.com')],
  )

export const tooFewScopes = () =>
  new BusinessError(403, 'Request had insufficient authentication scopes.', [
    errorInfo('ACCESS_TOKEN_SCOPE_INSUFFICIENT', 'mybusiness.googleapis.com'),
  ])

export const notFound = () => new BusinessError(404, 'Requested entity was not found.')

export const overQuota = (metric: string) =>
  new BusinessError(429, `Quota exceeded for quota metric '${metric}' and limit '${metric} per minute'.`, [
    errorInfo('RATE_LIMIT_EXCEEDED', 'mybusiness.googleapis.com'),
    { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '20s' },
  ])

/** Builds the error that v4 returns for an invalid post. */
export const invalidPost = (code: number | string, field: string, message: string, value = '') =>
  new BusinessError(400, 'Request contains an invalid argument.', [
    {
      '@type': 'type.googleapis.com/google.mybusiness.v4.ValidationError',
      errorDetails: [{ code, field, message, value }],
    },
  ])

export const unknownName = (name: string, where: string) =>
  new BusinessError(400, `Invalid JSON payload received. Unknown name "${name}"${where}`)

export const businessErrorResponse = ({ code, message, status, details }: BusinessError): ProviderResponse =>
  jsonResponse({ error: { code, message, status, ...(details.length > 0 && { details }) } }, code)
