import { withValidToken } from '#api/accounts/tokens/renewal.ts'
import { findLinkedAccount } from '#api/accounts/tokens/tokens.ts'
import { openContext } from '#api/boot/open-context.ts'
import { accounts } from '#api/db/schema/businesses/accounts.ts'
import { readConfig } from '#api/runtime/config.ts'

/** A process that wants another token again and again, as if the server had rejected each, while another does the same. */
const ctx = await openContext(readConfig(process.env))
const [account] = await ctx.db.select().from(accounts)
if (!account) throw new Error('There is no account.')
const count = Number(process.env['RENEWALS'])
for (let done = 0; done < count; done++) {
  const linked = await findLinkedAccount(ctx, account.id)
  if (!linked) throw new Error('The account is gone.')
  const { token } = await withValidToken(ctx, linked, linked.token)
  if (token === linked.token) throw new Error('The token is the rejected one.')
}
process.exit(0)
