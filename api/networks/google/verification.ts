import * as v from 'valibot'

import { NetworkError } from '#api/networks/core/network.ts'
import { googleRequest } from './request.ts'

/** VoiceOfMerchantState of mybusinessverifications v1. Has one of the last four fields if the location has no voice. */
const VoiceOfMerchantState = v.object({
  hasVoiceOfMerchant: v.optional(v.boolean(), false),
  hasBusinessAuthority: v.optional(v.boolean(), false),
  waitForVoiceOfMerchant: v.optional(v.object({})),
  verify: v.optional(v.object({ hasPendingVerification: v.optional(v.boolean(), false) })),
  resolveOwnershipConflict: v.optional(v.object({})),
  complyWithGuidelines: v.optional(v.object({ recommendationReason: v.optional(v.string(), '') })),
})

export const UNVERIFIED =
  'Google isn’t showing posts for this location yet. Please open it in Google Business Profile and follow the notice there, then connect again.'

/**
 * Returns why Google blocks posts for a location.
 * @returns a message for the owner; an empty string if nothing is wrong; undefined if Google doesn't say
 */
export async function readVerification(
  locationUrl: string,
  request: { token: string; now: () => Date; signal?: AbortSignal | undefined },
): Promise<string | undefined> {
  try {
    const state = await googleRequest({
      ...request,
      url: `${locationUrl}/VoiceOfMerchantState`,
      schema: VoiceOfMerchantState,
    })
    return reasonOf(state)
  } catch (error) {
    // This service must be enabled separately, and publishing would report the same problem.
    if (error instanceof NetworkError) return undefined
    throw error
  }
}

function reasonOf(state: v.InferOutput<typeof VoiceOfMerchantState>): string {
  if (state.hasVoiceOfMerchant) return ''
  if (state.verify?.hasPendingVerification)
    return 'Google is still verifying this location. Please finish that in Google Business Profile, then connect again.'
  if (state.verify)
    return 'This location is not verified at Google, so it can’t show posts. Please verify it in Google Business Profile, then connect again.'
  if (state.waitForVoiceOfMerchant)
    return 'Google is reviewing this location. Please connect it again once the review is over.'
  if (state.resolveOwnershipConflict)
    return 'Somebody else owns this location on Google too. Please resolve that in Google Business Profile, then connect again.'
  if (state.complyWithGuidelines)
    return 'Google has suspended this location for not following its guidelines. Please appeal in Google Business Profile, then connect again.'
  return UNVERIFIED
}
