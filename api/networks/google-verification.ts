import * as v from 'valibot'

import { googleRequest } from './google-request.ts'
import { NetworkError } from './network.ts'

/** mybusinessverifications v1, VoiceOfMerchantState: one of the last four where there is no voice. */
const VoiceOfMerchantState = v.object({
  hasVoiceOfMerchant: v.optional(v.boolean(), false),
  hasBusinessAuthority: v.optional(v.boolean(), false),
  waitForVoiceOfMerchant: v.optional(v.object({})),
  verify: v.optional(v.object({ hasPendingVerification: v.optional(v.boolean(), false) })),
  resolveOwnershipConflict: v.optional(v.object({})),
  complyWithGuidelines: v.optional(v.object({ recommendationReason: v.optional(v.string(), '') })),
})

export const UNVERIFIED =
  'Google shows no posts for this location yet. Please open it in Google Business Profile and follow its notice, then connect again.'

/**
 * Reads why Google lets nobody post for a location.
 * @returns the reason in words for its owner; an empty text where nothing is wrong; undefined where Google doesn't say
 */
export async function readVerification(
  locationUrl: string,
  request: { token: string; now: () => Date; signal: AbortSignal | undefined },
): Promise<string | undefined> {
  try {
    const state = await googleRequest({
      ...request,
      url: `${locationUrl}/VoiceOfMerchantState`,
      schema: VoiceOfMerchantState,
    })
    return reasonOf(state)
  } catch (error) {
    // The service has to be switched on by itself, and says nothing that posting would not say as well.
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
    return 'Somebody else owns this location at Google as well. Please settle that in Google Business Profile, then connect again.'
  if (state.complyWithGuidelines)
    return 'Google has suspended this location for not following its guidelines. Please appeal in Google Business Profile, then connect again.'
  return UNVERIFIED
}
