import { requireSelectedAccount } from '#api/accounts/accounts.ts'
import type { UserContext } from '#api/context.ts'
import { limit, LIMITS } from '#api/http/limits/limits.ts'
import type { ArticleNames } from '#shared/wordpress.ts'
import { callProvider } from './sign-in.ts'

/** Lists the names that an article on the selected business's website may have. */
export async function readArticleNames(ctx: UserContext): Promise<ArticleNames> {
  await limit(ctx, { ...LIMITS.readProviderPosts, key: ctx.userId })
  const { token } = await requireSelectedAccount(ctx, 'wordpress', 'see')
  return await callProvider(() => ctx.networks.wordpress.login.listNames(token))
}
