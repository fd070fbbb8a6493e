import { MEMBER_MESSAGES } from '#shared/businesses/members.ts'
import { api, bodyOf } from '#site/lib/api/api.ts'
import { ApiError } from '#site/lib/api/error.ts'
import { requestSignIn } from '#site/lib/sign-in-request.ts'
import { SIGNED_IN, toast, withdrawToast } from '#site/lib/toasts.ts'
import { reloadAndSelect } from './domains/store.ts'

/** Accepts an invitation. @throws {ApiError} `not_found` if the invitation is no longer valid */
export async function acceptInvitation(token: string): Promise<void> {
  const { data } = await bodyOf(api.invitations[':token'].accept.$post({ param: { token } }))
  await reloadAndSelect(data._id)
  withdrawToast(SIGNED_IN)
  toast('success', `You’re a member of ${data.businessName} now.`)
}

const UNKNOWN_INVITATION = 'You’re invited to a business. Sign in to join it, or create an account first.'

/** Requests a sign-in on the next public page, which says who invites to which business, or that the invitation is invalid. */
export async function requestSignInToJoin(token: string, path: string): Promise<void> {
  try {
    const { data } = await bodyOf(api.invitations[':token'].$get({ param: { token } }))
    const { businessName, by, email } = data
    requestSignIn(`${by} invites you to ${businessName}. Create an account, or sign in, to join.`, path, {
      email,
      isNew: true,
    })
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') requestSignIn(MEMBER_MESSAGES.noInvitation)
    else requestSignIn(UNKNOWN_INVITATION, path)
  }
}
