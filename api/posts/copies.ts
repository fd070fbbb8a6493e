import { eq } from 'drizzle-orm'

import { readAccount } from '#api/accounts/account-details.ts'
import { connectedAccounts } from '#api/accounts/accounts.ts'
import { requireMembership, requireRole } from '#api/auth/access/membership.ts'
import { getDomain, listDomains } from '#api/businesses/domains.ts'
import type { UserContext } from '#api/context.ts'
import type { Account } from '#api/db/schema/businesses/accounts.ts'
import { approvalRules } from '#api/db/schema/posts/approvals.ts'
import type { Media } from '#api/db/schema/posts/media.ts'
import { write } from '#api/db/write.ts'
import { messageOf } from '#api/http/error-handler.ts'
import { copyMediaTo } from '#api/media/copy-media.ts'
import { DomainError } from '#api/runtime/errors.ts'
import { wallClock } from '#api/runtime/wall-clock.ts'
import type { Domain } from '#shared/businesses/domains.ts'
import { isAllowed } from '#shared/businesses/permissions.ts'
import { byNetwork, chosenNetworks, type NetworkId } from '#shared/networks.ts'
import { COPY_MESSAGES, type CopyPost, type CopyResult, type CopyTarget } from '#shared/posts/copies.ts'
import { commentFor, messageFor } from '#shared/posts/draft-texts.ts'
import type { DraftContent } from '#shared/posts/drafts.ts'
import { defaultExtras, takesButton } from '#shared/posts/extras-rules.ts'
import type { PostExtras } from '#shared/posts/extras.ts'
import { fieldsIn, fillExtras, fillIn, isPlace, type TextRules } from '#shared/posts/fields.ts'
import { type PlatformMessage, type PostData, REVIEW_STATES } from '#shared/posts/posts.ts'
import { createPost, findIdempotentResponse } from './create.ts'
import { createDraft, findDraft, readDraftWithMedia, requireUnsent } from './drafts/drafts.ts'
import { readAsWritten } from './post/content.ts'
import { checkMessages, toPublishTime, requireNotEnded } from './post/input.ts'
import { activeDeliveries, type LoadedDelivery, loadPost } from './post/load.ts'
import { textRulesOf, tagTexts, withDefaultButton } from './post/texts.ts'
import { timeZoneOf } from './slots/slots.ts'

/** A post or draft to be copied, as its author wrote it. */
type Source = {
  id: string
  domain: Domain
  content: Awaited<ReturnType<typeof readAsWritten>>['content']
  files: { media: Media; altText: string }[]
  /** Its networks. */
  parts: Part[]
  repeats: boolean
  timeZone: string
  /** The local time at which it goes out; null for a draft, and if no delivery is due later. */
  at: Temporal.PlainDateTime | null
}

type Part = Pick<LoadedDelivery, 'network' | 'mediaPositions' | 'extras'>

/** @throws {DomainError} `not_found`, also for another business's post; `forbidden` */
async function readPostSource(ctx: UserContext, postId: string): Promise<Source> {
  const loaded = await loadPost(ctx, postId)
  const { post, role, approval } = loaded
  requireRole(role, 'write')
  const [domain, { content, files }] = await Promise.all([
    getDomain(ctx, post.domainId),
    readAsWritten(ctx, loaded),
  ])
  const active = activeDeliveries(loaded)
  const parts = active.length > 0 ? active : loaded.deliveries
  const timeZone = timeZoneOf(domain, post.timeZone)
  // A post that is published on approval has no time to keep.
  const isUntimed =
    approval?.whenApproved === true && parts.some(({ state }) => REVIEW_STATES.includes(state))
  const [next] = parts
    .map(({ publishAt }) => publishAt)
    .filter(at => at > ctx.now())
    .toSorted((a, b) => +a - +b)
  const at = next && !isUntimed ? wallClock(timeZone, next).toPlainDateTime() : null
  return { id: postId, domain, content, files, parts, repeats: post.seriesId !== null, timeZone, at }
}

/** @throws {DomainError} `not_found`; `conflict` for a draft without a business */
async function readDraftSource(ctx: UserContext, draftId: string): Promise<Source> {
  const { domainId, content: written, media } = await readDraftWithMedia(ctx, draftId)
  if (!domainId) throw new DomainError('conflict', COPY_MESSAGES.noBusiness)
  const { repeat, texts: _, ...content } = written
  const domain = await getDomain(ctx, domainId, 'write')
  const connected = (await connectedAccounts(ctx, domainId)).map(({ network }) => network)
  const files = content.media.flatMap(({ mediaId, altText }) => {
    const file = media.get(mediaId)
    return file ? [{ media: file, altText }] : []
  })
  const parts = chosenNetworks(content.networks, connected).map((network): Part => ({
    network,
    mediaPositions: files.map((_, position) => position),
    extras: content.extras?.[network] ?? null,
  }))
  const timeZone = timeZoneOf(domain, content.timeZone)
  return { id: draftId, domain, content, files, parts, repeats: Boolean(repeat), timeZone, at: null }
}

export type CopySource = { kind: 'post' | 'draft'; id: string }

const readSource = (ctx: UserContext, { kind, id }: CopySource): Promise<Source> =>
  kind === 'post' ? readPostSource(ctx, id) : readDraftSource(ctx, id)

/**
 * Lists the other businesses in which the caller may write, by their age, each with the result that a copy would have there.
 * @throws {DomainError} `not_found`, also for another business's post; `forbidden`; `conflict` for a draft without a business
 */
export async function planCopies(
  ctx: UserContext,
  copied: CopySource,
): Promise<{ data: CopyTarget[]; repeats?: true }> {
  const source = await readSource(ctx, copied)
  const others = (await listDomains(ctx)).filter(
    ({ _id, role }) => _id !== source.domain._id && isAllowed(role, 'write'),
  )
  const targets: CopyTarget[] = []
  for (const domain of others) targets.push(await planCopy(ctx, source, domain))
  return { data: targets, ...(source.repeats && { repeats: true as const }) }
}

async function planCopy(ctx: UserContext, source: Source, domain: Domain): Promise<CopyTarget> {
  const { domainId, networks, missing, accounts, rules, platforms } = await prepareCopy(ctx, source, domain)
  const timeZone = timeZoneOf(domain, source.timeZone)
  const at = sameLocalTime(source, timeZone)
  const problem = problemOf()
  const [rule] = await ctx.db
    .select({ required: approvalRules.required })
    .from(approvalRules)
    .where(eq(approvalRules.domainId, domainId))
  return {
    domainId,
    networks,
    missing,
    signedOut: accounts
      .filter(({ network, status }) => networks.includes(network) && status === 'needs_reconnect')
      .map(({ network }) => network),
    unknown: fieldsIn(JSON.stringify(platforms)),
    publishAt: at && at.toISOString(),
    timeZone,
    ...(problem && { problem }),
    ...((rule?.required || !isAllowed(domain.role, 'publish')) && { needsApproval: true as const }),
  }

  /** Returns the first reason for which the copy would be rejected. */
  function problemOf(): string | undefined {
    const sent = platforms.filter(({ platform }) => networks.includes(platform))
    try {
      const due = requireTime(ctx, at, networks)
      const tagged = tagTexts(withDefaultButton(sent, domain.postButton), rules)
      checkMessages(tagged, new Set(networks))
      toPublishTime(+due / 1000, ctx.now())
      requireNotEnded(tagged, due, timeZone)
    } catch (error) {
      if (error instanceof DomainError) return error.message
      throw error
    }
    return undefined
  }
}

/** Returns the instant of the post's local time in another business; null if it has no time ahead. */
const sameLocalTime = ({ at }: Source, timeZone: string): Date | null =>
  at && new Date(at.toZonedDateTime(timeZone).epochMilliseconds)

/** @throws {DomainError} `conflict` if a copy can't be scheduled for `at` on any network */
function requireTime({ now }: UserContext, at: Date | null, networks: NetworkId[]): Date {
  if (!at) throw new DomainError('conflict', COPY_MESSAGES.noTime)
  if (networks.length === 0) throw new DomainError('conflict', COPY_MESSAGES.noAccount)
  if (at <= now()) throw new DomainError('conflict', COPY_MESSAGES.passed)
  return at
}

/** Returns what each network of the post would get in another business: with that business's values, and its own button. */
async function prepareCopy(ctx: UserContext, source: Source, domain: Domain) {
  const accounts = await withPhoneNumbers(ctx, source, await connectedAccounts(ctx, domain._id))
  const rules = textRulesOf(domain, accounts)
  const isConnected = ({ network }: Part) => accounts.some(account => account.network === network)
  const [there, elsewhere] = [
    source.parts.filter(isConnected),
    source.parts.filter(part => !isConnected(part)),
  ]
  return {
    domainId: domain._id,
    accounts,
    rules,
    networks: there.map(({ network }) => network),
    missing: elsewhere.map(({ network }) => network),
    platforms: source.parts.map(part => toPlatformMessage(source, part, rules)),
  }
}

/** Reads the place's phone number if the post needs it. Accounts that an earlier release connected lack it. */
async function withPhoneNumbers(ctx: UserContext, source: Source, accounts: Account[]): Promise<Account[]> {
  const place = accounts.find(({ network }) => isPlace(network))
  const uses = fieldsIn(JSON.stringify(source.content)).includes('phone')
  if (!place || !uses || place.profile.phone !== undefined) return accounts
  await readAccount(ctx, place)
  return connectedAccounts(ctx, place.domainId)
}

function toPlatformMessage(source: Source, part: Part, { fields }: TextRules): PlatformMessage {
  const { content, files } = source
  const { network, mediaPositions } = part
  const firstComment = commentFor(content, network)
  const extras = extrasFor(source, network)
  return {
    platform: network,
    message: fillIn(messageFor(content, network), fields),
    ...(firstComment && { firstComment: fillIn(firstComment, fields) }),
    ...(extras !== undefined && { extras: extras && fillExtras(extras, fields) }),
    ...(mediaPositions.length < files.length && { media: mediaPositions }),
  }
}

/** Returns the author's extras; undefined for the button of their business's new posts, because the other business has its own. */
function extrasFor({ content, domain }: Source, network: NetworkId): PostExtras | null | undefined {
  const extras = content.extras?.[network]
  return takesButton(network) && Bun.deepEquals(extras ?? null, defaultExtras(network, domain.postButton))
    ? undefined
    : extras
}

/** Returns extras with the ids that the pictures have in the other business. */
function withCopiedMediaIds(extras: PostExtras | null, ids: ReadonlyMap<string, string>): PostExtras | null {
  if (!extras) return null
  const { people, coverId } = extras
  const idOf = (id: string) => ids.get(id) ?? id
  const tags = people?.tags.map(tag => ({ ...tag, mediaId: idOf(tag.mediaId) })) ?? []
  return {
    ...extras,
    ...(people && { people: { ...people, tags } }),
    ...(coverId !== undefined && { coverId: idOf(coverId) }),
  }
}

/**
 * Copies a post or draft to other businesses, one after the other: as a draft, or scheduled at the same local time. A scheduled
 * copy asks for approval where a new post would. A business that refuses its copy doesn't stop the rest. A repeated key creates
 * nothing again.
 * @throws {DomainError} `not_found`, also for another business's post; `forbidden`; `conflict` for a draft without a business
 */
export async function copyToBusinesses(
  ctx: UserContext,
  copied: CopySource,
  { domainIds, scheduled }: CopyPost,
  key: string = crypto.randomUUID(),
): Promise<CopyResult[]> {
  const source = await readSource(ctx, copied)
  const results: CopyResult[] = []
  for (const domainId of domainIds) {
    try {
      await requireMembership(ctx, domainId, 'write')
      const copyKey = `copy:${copied.id}:${domainId}:${key}`
      results.push(await (scheduled ? copyAsPost : copyAsDraft)(ctx, source, domainId, copyKey))
    } catch (error) {
      results.push({ domainId, success: false, message: messageOf(ctx, error, 'a copy of a post or draft') })
    }
  }
  return results
}

type Copying = (ctx: UserContext, source: Source, domainId: string, key: string) => Promise<CopyResult>

const copyAsPost: Copying = async (ctx, source, domainId, key) => {
  const known = await findIdempotentResponse(ctx, key)
  const { postId, publishAt, results } = known ?? (await createPostCopy(ctx, source, domainId, key))
  return {
    domainId,
    success: true,
    postId,
    publishAt,
    inReview: results.some(({ state }) => REVIEW_STATES.includes(state)),
  }
}

async function createPostCopy(ctx: UserContext, source: Source, domainId: string, key: string) {
  const domain = await getDomain(ctx, domainId, 'write')
  const { networks, platforms } = await prepareCopy(ctx, source, domain)
  const timeZone = timeZoneOf(domain, source.timeZone)
  const at = requireTime(ctx, sameLocalTime(source, timeZone), networks)
  return withCopiedFiles(ctx, source, domainId, ids => {
    const data: PostData = {
      platforms: platforms
        .filter(({ platform }) => networks.includes(platform))
        .map(({ extras, ...one }) => ({
          ...one,
          ...(extras !== undefined && { extras: withCopiedMediaIds(extras, ids) }),
        })),
      mediaIds: source.files.flatMap(({ media }) => ids.get(media.id) ?? []),
      altTexts: source.files.map(({ altText }) => altText),
      textOnly: ids.size === 0,
      labels: source.content.labels ?? [],
      timeZone,
    }
    return createPost(
      { ...ctx, shownDomainId: domainId },
      {
        data,
        isScheduled: true,
        scheduledTime: String(Math.floor(+at / 1000)),
        files: [],
        idempotencyKey: key,
        receivedAt: ctx.now(),
      },
    )
  })
}

/** Namespace of the drafts' ids, which are derived from the request so that a repeated one finds them. */
const DRAFT_IDS = '1f0d2c84-6a0e-4b57-9c1d-5f4a7be0c9d2'

const copyAsDraft: Copying = async (ctx, source, domainId, key) => {
  const draftId = Bun.randomUUIDv5(`${ctx.userId} ${key}`, DRAFT_IDS)
  if (await findDraft(ctx, draftId)) return { domainId, success: true, draftId }
  await requireUnsent(ctx, draftId)
  const domain = await getDomain(ctx, domainId, 'write')
  const { networks, platforms, rules } = await prepareCopy(ctx, source, domain)
  await withCopiedFiles(ctx, source, domainId, ids =>
    write(ctx, async ctx => {
      await requireMembership(ctx, domainId, 'write')
      if (await findDraft(ctx, draftId)) return
      const content = toDraftContent(source, { networks, platforms, rules, ids })
      await createDraft(ctx, {
        id: draftId,
        domainId,
        content: { ...content, timeZone: timeZoneOf(domain, source.timeZone) },
      })
    }),
  )
  return { domainId, success: true, draftId }
}

type PreparedCopy = Pick<Awaited<ReturnType<typeof prepareCopy>>, 'networks' | 'platforms' | 'rules'> & {
  ids: ReadonlyMap<string, string>
}

/** Returns the content of a copy without a time. While nothing is connected there, all its networks stay chosen. */
function toDraftContent(
  { content }: Source,
  { networks, platforms, rules, ids }: PreparedCopy,
): DraftContent {
  const fill = (text: string | undefined) => fillIn(text ?? '', rules.fields)
  const filled = (texts: DraftContent['messages']) => byNetwork(network => fill(texts[network]))
  return {
    ...content,
    message: fill(content.message),
    firstComment: fill(content.firstComment),
    ...(!content.sameMessage && {
      messages: filled(content.messages),
      firstComments: filled(content.firstComments),
    }),
    extras: Object.fromEntries(
      platforms.flatMap(({ platform, extras }) =>
        extras === undefined ? [] : [[platform, withCopiedMediaIds(extras, ids)]],
      ),
    ),
    ...(networks.length > 0 && { networks: byNetwork(network => networks.includes(network)) }),
    isScheduled: false,
    publishAt: null,
    slot: false,
    media: content.media.flatMap(({ mediaId, altText, networks: limit }) => {
      const id = ids.get(mediaId)
      return id ? { mediaId: id, altText, ...(limit && { networks: limit }) } : []
    }),
  }
}

/** Copies the post's files to another business, and calls `use` with the new ids by the old ones. Deletes the copies if it fails. */
async function withCopiedFiles<Result>(
  ctx: UserContext,
  { files }: Source,
  domainId: string,
  use: (ids: ReadonlyMap<string, string>) => Promise<Result>,
): Promise<Result> {
  const originals = files.map(({ media }) => media)
  const { rows, discard } = await copyMediaTo(ctx, originals, domainId)
  const ids = new Map(originals.flatMap(({ id }, at) => (rows[at] ? [[id, rows[at].id] as const] : [])))
  try {
    return await use(ids)
  } catch (error) {
    await discard()
    throw error
  }
}
