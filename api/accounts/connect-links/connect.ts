import { sql } from 'drizzle-orm'

import type { RequestContext } from '#api/context.ts'
import { type ConnectLinkRow, connectLinkUses } from '#api/db/schema/businesses/accounts.ts'
import { DomainError } from '#api/errors.ts'
import { notificationInsert } from '#api/notifications/notifications.ts'
import { liveInsertFor } from '#api/outbox/live-events.ts'
import { ACCOUNT_MESSAGES, saysPlanIsFull } from '#shared/accounts.ts'
import { CONNECT_MESSAGES, type ConnectOption } from '#shared/connect-links.ts'
import { type NetworkId, networks } from '#shared/networks.ts'
import { requireWorkingLink } from './links.ts'
import type { SignedIn } from './providers.ts'
import { isUseOf } from './uses.ts'

type Connecting = {
  network: NetworkId
  signedIn: SignedIn
  option: ConnectOption
  /** After a failure, lets the network be connected again. */
  undo: () => PromiseLike<unknown>
}

/**
 * Connects an account to the link's business, and notifies its owners and editors.
 * @throws {DomainError} `not_found` if the link ends meanwhile, `conflict`
 */
export async function connect(
  ctx: RequestContext,
  { id, userId, domainId }: ConnectLinkRow,
  { network, signedIn, option, undo }: Connecting,
): Promise<void> {
  try {
    await signedIn.connect({ domainId, network }, option.id).catch(hideOtherBusinesses)
  } catch (failure) {
    await undo()
    await requireWorkingLink(ctx, id)
    throw failure
  }
  const name = option.name || option.detail
  await ctx.db.batch([
    ctx.db.update(connectLinkUses).set({ name }).where(isUseOf(id, network)),
    notificationInsert(
      ctx,
      {
        id: `connect-link:${id}:${network}`,
        userId,
        domainId,
        forTeam: true,
        type: 'system',
        tone: 'success',
        title: `${networks[network].name} is connected`,
        message: `${name} was connected by a connect link. You can post to it now.`,
        link: '/dashboard/social-hub',
      },
      sql`true`,
    ),
    liveInsertFor(ctx, domainId, 'domain', { domainId }),
  ])
}

/** Omits other businesses and their plans from errors for visitors. */
export function hideOtherBusinesses(failure: unknown): never {
  if (!(failure instanceof DomainError) || failure.code !== 'conflict') throw failure
  throw new DomainError('conflict', messageFor(failure), { cause: failure })
}

/** The business may have been deleted, or have another owner, since the visitor signed in. */
function messageFor({ message }: DomainError): string {
  if (message === ACCOUNT_MESSAGES.noDomain) return CONNECT_MESSAGES.interrupted
  return saysPlanIsFull(message) ? CONNECT_MESSAGES.full : CONNECT_MESSAGES.taken
}
