import { REQUEST_SENT } from '#shared/requests/requests.ts'
import { api, bodyOf } from '#site/lib/api/api.ts'
import { toast } from '#site/lib/toasts.ts'

/** Shown when an ad campaign or a questionnaire could not be sent. */
export const FEATURE_FAILED = 'Failed to submit form.'

type Call = typeof api.users.saveFeatureRequest.$post

/** Sends an ad campaign or a questionnaire, and shows the result in a toast. @throws {ApiError} */
export async function sendFeatureRequest(json: Parameters<Call>[0]['json'], options: Parameters<Call>[1]) {
  try {
    await bodyOf(api.users.saveFeatureRequest.$post({ json }, options))
  } catch (error) {
    toast('error', FEATURE_FAILED)
    throw error
  }
  toast('success', REQUEST_SENT.feature)
}
