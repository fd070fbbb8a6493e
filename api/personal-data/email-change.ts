import { replaceEmail, verifyEmailCode } from '#api/auth/email-changes.ts'
import { linkInvitedPerson } from '#api/businesses/activity/record.ts'
import type { UserContext } from '#api/context.ts'
import { write } from '#api/db/write.ts'
import { moveRequestsTo } from '#api/visitors/requests/inbox.ts'
import type { ConfirmEmail } from '#shared/auth/auth.ts'

/**
 * Changes the user's e-mail by the code that was mailed to the new address, and moves what was found by the former one. The
 * links of invitations stay valid (docs/decisions/066).
 * @returns the new e-mail
 * @throws {DomainError} `invalid` for a wrong, expired or withdrawn code, or after too many attempts; `rate_limited`
 */
export async function confirmEmailChange(ctx: UserContext, input: ConfirmEmail): Promise<string> {
  const request = await verifyEmailCode(ctx, input)
  await write(ctx, async ctx => {
    const before = await replaceEmail(ctx, request)
    await linkInvitedPerson(ctx, before.email)
    await moveRequestsTo(ctx, before, request.email)
  })
  return request.email
}
