import {
  decryptToken,
  decryptUserToken,
  encryptToken,
  encryptUserToken,
} from '#api/accounts/tokens/tokens.ts'
import { accounts } from '#api/db/schema/businesses/accounts.ts'
import type { PublishingApp } from './publishing.ts'

/** Adds a business with the same accounts as the author's first one, as a connect link can. Returns its id. */
export async function connectToSecondBusiness({
  author,
  ctx,
}: Pick<PublishingApp, 'author' | 'ctx'>): Promise<string> {
  const added = await author.call('users/saveUserDomain', { json: { businessName: 'Corner Shop' } })
  const { data } = (await added.json()) as { data: { _id: string } }
  for (const account of await ctx.db.select().from(accounts)) {
    const again = {
      ...account,
      id: crypto.randomUUID(),
      domainId: data._id,
      createdAt: new Date(+account.createdAt + 1),
    }
    const { encryptedToken: token } = account
    await ctx.db.insert(accounts).values({
      ...again,
      encryptedUserToken: encryptUserToken(ctx, again, decryptUserToken(ctx, account)),
      encryptedToken: token && encryptToken(ctx, again, decryptToken(ctx, account, token)),
    })
  }
  return data._id
}
