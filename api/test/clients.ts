import type { Context } from '#api/context.ts'
import { type Account, accounts } from '#api/db/schema/businesses/accounts.ts'
import { deliveries, posts } from '#api/db/schema/posts/posts.ts'
import type { NetworkId } from '#shared/networks.ts'
import type { DeliveryState } from '#shared/posts/posts.ts'

type Caller = Pick<Context, 'db' | 'now'>
type Business = { domainId: string; userId: string }
type NewPost = { state: DeliveryState; networks?: NetworkId[]; at?: Date }

/** Inserts a post whose deliveries all have one state. */
export async function insertPost(
  { db, now }: Caller,
  business: Business,
  { state, networks = ['facebook'], at = now() }: NewPost,
): Promise<void> {
  const postId = crypto.randomUUID()
  await db
    .insert(posts)
    .values({ id: postId, ...business, publishAt: at, timeZone: 'Australia/Melbourne', createdAt: now() })
  await db.insert(deliveries).values(
    networks.map(network => ({
      id: crypto.randomUUID(),
      postId,
      ...business,
      network,
      message: 'Fresh bread',
      mediaPositions: [],
      state,
      publishAt: at,
      updatedAt: now(),
    })),
  )
}

/** Inserts an account without a usable token. */
export async function insertAccount(
  { db, now }: Caller,
  business: Business,
  account: Pick<Account, 'network' | 'status'>,
): Promise<void> {
  await db.insert(accounts).values({
    id: crypto.randomUUID(),
    ...business,
    ...account,
    providerUserId: 'somebody',
    encryptedUserToken: '',
    signedInAt: now(),
    createdAt: now(),
    updatedAt: now(),
  })
}
