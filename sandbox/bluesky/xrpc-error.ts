import { jsonResponse, type ProviderResponse } from '../requests/response.ts'

/** A call that breaks a rule of the servers. */
export class XrpcError extends Error {
  override name = 'XrpcError'
  readonly status: number
  readonly error: string

  constructor(status: number, error: string, message: string) {
    super(message)
    this.status = status
    this.error = error
  }
}

export const invalid = (message: string) => new XrpcError(400, 'InvalidRequest', message)
export const authMissing = () => new XrpcError(401, 'AuthMissing', 'Authentication Required')
export const invalidToken = (message = 'Token could not be verified') =>
  new XrpcError(400, 'InvalidToken', message)
export const expiredToken = (message = 'Token has expired') => new XrpcError(400, 'ExpiredToken', message)

export const xrpcErrorResponse = ({ status, error, message }: XrpcError): ProviderResponse =>
  jsonResponse({ error, message }, status)

/** Returns the error that a fault's code selects. */
export function faultError(code: number, status: number): XrpcError {
  const message = 'A fault in the sandbox refuses this call.'
  switch (code) {
    case 401:
      return expiredToken()
    case 403:
      return new XrpcError(401, 'AccountTakedown', 'Account has been taken down')
    case 404:
      return new XrpcError(400, 'RecordNotFound', message)
    case 409:
      return new XrpcError(400, 'BlobNotFound', message)
    case 413:
      return new XrpcError(413, 'PayloadTooLarge', 'request entity too large')
    case 429:
      return new XrpcError(429, 'RateLimitExceeded', 'Rate Limit Exceeded')
    case 400:
      return invalid(message)
    default:
      return status >= 500 || code >= 500
        ? new XrpcError(
            code >= 500 && code < 600 ? code : status,
            'InternalServerError',
            'Internal Server Error',
          )
        : invalid(message)
  }
}
