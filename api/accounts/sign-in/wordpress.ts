import { requireSelectedAccount } from '#api/accounts/accounts.ts'
import type { UserContext } from '#api/context.ts'
import { limit, LIMITS } from '#api/http/limits/limits.ts'
import type { ArticleNames } from '#shared/wordpress.ts'
import { callProvider } from './sign-in.ts'

/** Lists the categories and tags of the selected business's website. */
export async function readArticleNames(ctx: UserContext): Promise<ArticleNames> {
  await limit(ctx, { ...LIMITS.readProviderPosts, key: ctx.userId })
  const { token } = await requireSelectedAccount(ctx, 'wordpress', 'see')
  return await callProvider(() => ctx.networks.wordpress.login.listNames(token))
}
