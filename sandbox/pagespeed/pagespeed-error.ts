import { type ProviderResponse, jsonResponse } from '../requests/response.ts'

interface Details {
  status: number
  reason: string
  domain?: string
  /** Google's name of the status. */
  name?: string
}

/** An error in the envelope of Google's APIs. */
export class PageSpeedError extends Error {
  override name = 'PageSpeedError'
  readonly details: Details

  constructor(message: string, details: Details) {
    super(message)
    this.details = details
  }
}

export const pageSpeedErrorResponse = ({ message, details }: PageSpeedError): ProviderResponse => {
  const { status, reason, domain = 'global', name } = details
  const errors = [{ message, domain, reason }]
  return jsonResponse({ error: { code: status, message, errors, ...(name && { status: name }) } }, status)
}

const LIMIT = 'Queries per day'

/** Calls without a key share a quota of zero. */
export const quotaError = (consumer: string) =>
  new PageSpeedError(
    `Quota exceeded for quota metric '${LIMIT}' and limit '${LIMIT} per day' of service 'pagespeedonline.googleapis.com' for consumer '${consumer}'.`,
    { status: 429, reason: 'rateLimitExceeded', name: 'RESOURCE_EXHAUSTED' },
  )

export const keyError = () =>
  new PageSpeedError('API key not valid. Please pass a valid API key.', {
    status: 400,
    reason: 'badRequest',
    name: 'INVALID_ARGUMENT',
  })

export const disabledError = () =>
  new PageSpeedError(
    'PageSpeed Insights API has not been used in project 123456789 before or it is disabled.',
    { status: 403, reason: 'accessNotConfigured', domain: 'usageLimits', name: 'PERMISSION_DENIED' },
  )

const UNLOADED =
  'Lighthouse was unable to reliably load the page you requested. Make sure you are testing the correct URL and that the server is properly responding to all requests.'

/** Lighthouse couldn't load the page. `details` is its message. */
export const lighthouseError = (code: string, details: string, status: number) =>
  new PageSpeedError(`Lighthouse returned error: ${code}. ${UNLOADED} (${details})`, {
    status,
    reason: 'lighthouseUserError',
    domain: 'lighthouse',
  })
