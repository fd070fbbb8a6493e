import { and, eq, inArray, isNull } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import type { ApprovalRow, ApprovalRuleRow } from '#api/db/schema/posts/approvals.ts'
import { type Media, media } from '#api/db/schema/posts/media.ts'
import { postMedia } from '#api/db/schema/posts/posts.ts'
import { withHashes } from '#api/media/content-hash.ts'
import { FORMER_MEMBER } from '#shared/businesses/members.ts'
import { networks } from '#shared/networks.ts'
import type { Approval, ReviewedContent, SignedContent } from '#shared/posts/approvals.ts'
import { findCover } from '#shared/posts/extras-rules.ts'
import type { PostExtras } from '#shared/posts/extras.ts'
import { hasMarkdown } from '#shared/text/markdown.ts'

/** Version of the canonical form. Hashes of different versions never match. */
const FORM_VERSION = 'currawong content 1'

/**
 * Hashes everything that goes out, in a canonical form: on each network the account, text, first comment, media with their alt
 * texts in order, and extras. The time isn't part of it, so that a post can be moved after its approval. A null in its place keeps
 * earlier approvals valid. Returns SHA-256 in hex.
 */
export function contentHash(contents: readonly SignedContent[]): string {
  const canonical = contents
    .toSorted((a, b) => (a.network < b.network ? -1 : 1))
    .map(({ network, account, message, firstComment, media, extras, cover }) => [
      network,
      account,
      message,
      firstComment,
      media.map(({ hash, altText }) => [hash, altText]),
      null,
      ...(extras ? [Object.entries(extras).toSorted(([one], [other]) => (one < other ? -1 : 1))] : []),
      ...(cover === undefined ? [] : [cover]),
      // Earlier releases showed approvers the marks instead of formatted text, so their approvals don't cover it.
      ...(networks[network].takesMarkdown && hasMarkdown(message) ? ['formatted'] : []),
    ])
  return Bun.CryptoHasher.hash('sha256', JSON.stringify([FORM_VERSION, canonical]), 'hex')
}

/** Returns the hashes that an approval of these contents covers: one per network. */
export const signedHashes = (contents: readonly SignedContent[]): string[] =>
  contents.map(content => contentHash([content]))

type Files = Pick<Context, 'db' | 'storage'>
type File = Pick<Media, 'id' | 'key' | 'sha256'>
type UnsignedContent = Omit<SignedContent, 'media' | 'extras' | 'cover'> & {
  extras: PostExtras | null | undefined
  /** The post's, in order, and the positions of those that the network gets. */
  files: readonly Pick<File & { altText: string }, 'id' | 'sha256' | 'altText'>[]
  positions: readonly number[]
}

/**
 * Returns the content for one network in the form that its approver signs. A lost file gets a text that is no hash: its post is
 * shown, but can't be published.
 */
export function signedContent({ files, positions, extras, ...content }: UnsignedContent): SignedContent {
  const cover = findCover(files, extras)
  return {
    ...content,
    ...(extras && { extras }),
    ...(cover && { cover: hashOf(cover) }),
    media: files
      .filter((_, position) => positions.includes(position))
      .map(file => ({ hash: hashOf(file), altText: file.altText, id: file.id })),
  }
}

const hashOf = ({ id, sha256 }: Pick<File, 'id' | 'sha256'>) => sha256 ?? `missing ${id}`

/** Hashes files of these posts that have no hash yet, before a change that can't read files. */
export async function hashFilesOf(ctx: Files, postIds: readonly string[]): Promise<void> {
  const rows = await ctx.db
    .select({ id: media.id, key: media.key, sha256: media.sha256 })
    .from(postMedia)
    .innerJoin(media, eq(media.id, postMedia.mediaId))
    .where(and(inArray(postMedia.postId, [...postIds]), isNull(media.sha256)))
  await withHashes(ctx, rows)
}

type ApprovalRows = {
  rule: Pick<ApprovalRuleRow, 'required'> | null
  approval: ApprovalRow | null
  /** Name of the member who decided; null for a reviewer and a former member. */
  decidedBy: string | null
}

export function toApproval(rows: ApprovalRows, contents: readonly ReviewedContent[]): Approval {
  const { approval } = rows
  const state = approval?.state === 'approved' && approval.exempt ? 'exempt' : (approval?.state ?? 'draft')
  const isDecided = approval !== null && state !== 'in_review'
  const decidedOn = approval?.decidedOn
  const isChanged =
    state === 'in_review' ||
    (state === 'changes_requested' && decidedOn && contentHash(decidedOn) !== contentHash(contents))
  return {
    state,
    contentHash: approval?.contentHash ?? contentHash(contents),
    by: isDecided ? (rows.decidedBy ?? (approval.decidedBy || FORMER_MEMBER)) : null,
    at: isDecided ? (approval.decidedAt?.toISOString() ?? null) : null,
    via: isDecided ? approval.via : null,
    whenApproved: approval?.whenApproved ?? false,
    ...(isChanged && decidedOn && { previous: decidedOn, current: [...contents] }),
  }
}
