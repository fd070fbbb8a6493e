import { jsonResponse, type ProviderResponse } from '../../requests/response.ts'

/** A request that breaks a rule of OAuth. */
export class OAuthError extends Error {
  override name = 'OAuthError'
  readonly error: string
  readonly status: number

  constructor(error: string, description: string, status = 400) {
    super(description)
    this.error = error
    this.status = status
  }
}

export const invalidRequest = (description: string) => new OAuthError('invalid_request', description)
export const invalidGrant = (description: string) => new OAuthError('invalid_grant', description)
export const invalidClient = (description: string) => new OAuthError('invalid_client', description, 401)

export const oauthErrorResponse = ({ error, message, status }: OAuthError): ProviderResponse =>
  jsonResponse({ error, error_description: message }, status)
