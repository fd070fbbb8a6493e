import { isAbsenceConclusive, CLOCK_TOLERANCE_MS } from '#api/networks/core/call-time.ts'
import {
  type IntentLog,
  type LatePosts,
  NetworkError,
  type Publication,
  type Published,
  type Publishing,
  type PublicationMedia,
} from '#api/networks/core/network.ts'
import { isSameText } from '#api/networks/core/same-text.ts'
import { withinUploadBudget } from '#api/networks/core/upload-budget.ts'
import { articleOf } from '#shared/posts/articles.ts'
import { NO_ARTICLE } from '#shared/posts/extras.ts'
import { serializeBlocks, escapeHtml, type PlacedPicture } from './blocks.ts'
import { NO_POST, TOO_LARGE, UPLOAD_REFUSED } from './errors.ts'
import { MAX_HTML, readPublishedPosts } from './feed.ts'
import { plainText } from './plain-text.ts'
import {
  type Content,
  createDraft,
  deletePermanently,
  findDrafts,
  findFiles,
  postIdOf,
  draftKey,
  type MediaFile,
  type Post,
  externalIdOf,
  publishPost,
  readPost,
  safeLink,
  uploadFile,
} from './posts.ts'
import { parseAccess, type WordPress, withDeadline } from './request.ts'
import { categoryIds, tagIds } from './terms.ts'

/** Step that records that an attempt was made. Its unanswered calls may have left drafts and files. */
const ATTEMPTED = 'attempted'
const DRAFT = 'draft'

/** Time limit of an attempt, because it holds one of the engine's slots. The next attempt continues with the uploaded files. */
const ATTEMPT_MS = 150_000
const CLEAN_UP_MS = 30_000

type Target = Pick<Publication, 'id' | 'token'>

/**
 * Publishes in two steps, because repeating a call that creates a post would create a second one. First creates a draft, which can
 * be found by its slug, then publishes it by its id. An unanswered publishing call is reconciled by reading that post.
 */
export const wordpressPublishing = (wordpress: WordPress): Publishing => ({
  id: 'wordpress',
  async publish(publication, intentLog) {
    const { message, extras } = publication
    const site = withDeadline(wordpress, intentLog, ATTEMPT_MS)
    const wasAttempted = intentLog.recall(ATTEMPTED, Infinity) !== undefined
    const finished = intentLog.finished()
    if (finished) {
      const id = postIdOf(String(finished.result.id))
      const link = typeof finished.result.link === 'string' ? finished.result.link : ''
      if (wasAttempted)
        await cleanUp(wordpress, intentLog, target => removeOtherDrafts(target, publication, id, intentLog))
      return published(publication, { id, link })
    }
    if (!wasAttempted) await intentLog.record(ATTEMPTED, {})
    const key = draftKey(publication.id)
    try {
      const draft = await findOrCreateDraft(site, publication, intentLog)
      const files = wasAttempted ? await findFiles(site, publication, { postId: draft, key }, intentLog) : []
      const pictures = await uploadPictures(site, publication, intentLog, { draft, key, files })
      if (wasAttempted) await removeLeftovers(site, publication, intentLog, { draft, key, used: pictures })
      const content = await buildContent(site, publication, pictures, intentLog)
      await intentLog.begin({ message, ...(extras && { extras }), post: draft })
      const post = await publishPost(site, publication, { id: draft, ...content }, intentLog)
      await intentLog.finish({ id: externalIdOf(publication.accountId, post.id), link: post.link })
      if (wasAttempted)
        await cleanUp(wordpress, intentLog, target =>
          removeLeftovers(target, publication, intentLog, { draft, key, used: pictures }),
        )
      return published(publication, post)
    } catch (error) {
      throw await forgetDeletedDraft(intentLog, error)
    }
  },
  async reconcile(publication, intentLog, unanswered) {
    const id = Number(unanswered.intent.post)
    const post = id > 0 ? await readPost(wordpress, publication, id, intentLog) : undefined
    if (post?.status === 'publish') {
      await cleanUp(wordpress, intentLog, site => removeOtherDrafts(site, publication, post.id, intentLog))
      return { state: 'published', published: published(publication, post) }
    }
    return isAbsenceConclusive(intentLog.now(), unanswered, ABSENT_AFTER_MS)
      ? { state: 'absent' }
      : { state: 'unknown', why: 'The website does not show it yet.' }
  },
  async discard(publication, intentLog) {
    const site = withDeadline(wordpress, intentLog, CLEAN_UP_MS)
    const key = draftKey(publication.id)
    const drafts = await findDrafts(site, publication, key, intentLog)
    for (const { id } of drafts) await deleteWithFiles(site, publication, { draft: id, key }, intentLog)
    // A post that the site holds for approval stays recorded, so that a later attempt publishes it instead of a second one.
    const recorded = Number(intentLog.recall(DRAFT, Infinity)?.id)
    if (drafts.some(({ id }) => id === recorded)) await intentLog.forget([DRAFT])
  },
  latePosts: wordpressLatePosts(wordpress),
})

/** Delay after which an unpublished draft is conclusive: until then, the site may still be executing the call. */
const ABSENT_AFTER_MS = 30_000

/** Finds posts of written-off calls. A late call can't publish a second post, but its first one may still appear. */
const wordpressLatePosts = (wordpress: WordPress): LatePosts => ({
  async list({ accountId, token, message, extras, since, until }, now) {
    const { title, blocks } = articleOf(message, extras)
    const text = plainText(serializeBlocks(blocks, []), MAX_HTML)
    // As written, because sites show other quotation marks, dashes and emoji.
    const { posts } = await readPublishedPosts(
      wordpress,
      { token },
      { page: 1, limit: 50, asWritten: true },
      { now },
    )
    return posts
      .map(({ createdAt, ...post }) => ({ ...post, at: Date.parse(createdAt) }))
      .filter(({ at }) => at >= +since - CLOCK_TOLERANCE_MS)
      .toSorted((a, b) => a.at - b.at)
      .map(post => ({
        id: externalIdOf(accountId, post.id),
        isAsSent: post.at <= +until && isSameText(post.title, title) && isSameText(post.text, text),
      }))
  },
})

const published = (
  { accountId }: Pick<Publication, 'accountId'>,
  { id, link }: Pick<Post, 'id' | 'link'>,
): Published => {
  const permalink = safeLink(link)
  return { externalId: externalIdOf(accountId, id), ...(permalink && { permalink }) }
}

/** Returns the id of the delivery's draft. Creates it unless an earlier attempt did. */
async function findOrCreateDraft(
  wordpress: WordPress,
  publication: Publication,
  intentLog: IntentLog,
): Promise<number> {
  const known = intentLog.recall(DRAFT, Infinity)
  if (known) return Number(known.id)
  const key = draftKey(publication.id)
  const [found] = await findDrafts(wordpress, publication, key, intentLog)
  const title = escapeHtml(articleOf(publication.message, publication.extras).title)
  const { id } = found ?? (await createDraft(wordpress, publication, { key, title }, intentLog))
  await intentLog.record(DRAFT, { id })
  return id
}

type DraftRef = { draft: number; key: string }
/** Deletes other drafts and unused files, which earlier unanswered calls have left. */
async function removeLeftovers(
  wordpress: WordPress,
  publication: Target,
  intentLog: IntentLog,
  { draft, key, used }: DraftRef & { used: readonly PlacedPicture[] },
): Promise<void> {
  for (const file of await findFiles(wordpress, publication, { postId: draft, key }, intentLog))
    if (!used.some(({ id }) => id === file.id))
      await deletePermanently(wordpress, publication, `/wp/v2/media/${file.id}`, intentLog)
  await removeOtherDrafts(wordpress, publication, draft, intentLog)
}

async function removeOtherDrafts(
  wordpress: WordPress,
  publication: Target,
  draft: number,
  intentLog: IntentLog,
): Promise<void> {
  const key = draftKey(publication.id)
  for (const { id } of await findDrafts(wordpress, publication, key, intentLog))
    if (id !== draft) await deleteWithFiles(wordpress, publication, { draft: id, key }, intentLog)
}

async function deleteWithFiles(
  wordpress: WordPress,
  publication: Target,
  { draft, key }: DraftRef,
  intentLog: IntentLog,
): Promise<void> {
  for (const { id } of await findFiles(wordpress, publication, { postId: draft, key }, intentLog))
    await deletePermanently(wordpress, publication, `/wp/v2/media/${id}`, intentLog)
  await deletePermanently(wordpress, publication, `/wp/v2/posts/${draft}`, intentLog)
}

/** Ignores network errors, because the post is already public. */
async function cleanUp(
  wordpress: WordPress,
  intentLog: IntentLog,
  remove: (site: WordPress) => Promise<void>,
): Promise<void> {
  await remove(withDeadline(wordpress, intentLog, CLEAN_UP_MS)).catch((error: unknown) => {
    if (!(error instanceof NetworkError)) throw error
  })
}

/** Maximum size of a picture. Each site sets its own limit; PHP's default is 2 MiB. */
export const MAX_PICTURE_BYTES = 2_000_000
/** Sizes to try at a site that refuses a picture. nginx accepts 1 MiB per request by default. */
const SMALLER_BYTES = [1_000_000, 450_000]

/** Adds the pictures to the site's library, except those that an earlier attempt added. */
async function uploadPictures(
  wordpress: WordPress,
  { token, media }: Publication,
  intentLog: IntentLog,
  { draft, key, files }: DraftRef & { files: readonly MediaFile[] },
): Promise<PlacedPicture[]> {
  const uploaded = new Map(files.map(file => [file.slug, file]))
  const pictures: PlacedPicture[] = []
  for (const file of media) {
    const picture = await withinUploadBudget(file.bytes, () => uploadFitting(file), parseAccess(token).root)
    pictures.push({ id: picture.id, url: safeLink(picture.source_url) ?? '', altText: file.altText })
  }
  return pictures

  /** Retries with smaller JPEGs at a site that rejects the picture for its size or type. */
  async function uploadFitting(file: PublicationMedia): Promise<MediaFile> {
    let body = await file.readWithin(MAX_PICTURE_BYTES)
    for (const maxBytes of SMALLER_BYTES) {
      try {
        return await upload(file, body)
      } catch (error) {
        if (!(error instanceof NetworkError) || ![TOO_LARGE, UPLOAD_REFUSED].includes(error.code)) throw error
        if (body.size <= maxBytes && body.type === 'image/jpeg') throw error
        body = await file.readWithin(Math.min(maxBytes, body.size - 1))
      }
    }
    return await upload(file, body)
  }

  async function upload(file: PublicationMedia, body: Blob): Promise<MediaFile> {
    const slug = `${key}-${await hashOf(body, file.altText)}`
    const known = uploaded.get(slug)
    if (known) return known
    const added = await uploadFile(
      wordpress,
      { token },
      { postId: draft, slug, body, altText: file.altText },
      intentLog,
    )
    uploaded.set(slug, added)
    return added
  }
}

/** Includes the alt text, because the library stores it with the file. */
async function hashOf(body: Blob, altText: string): Promise<string> {
  const hash = new Bun.CryptoHasher('sha256').update(await body.arrayBuffer()).update(altText)
  return hash.digest('hex').slice(0, 12)
}

async function buildContent(
  wordpress: WordPress,
  publication: Publication,
  [featured, ...others]: readonly PlacedPicture[],
  intentLog: IntentLog,
): Promise<Content> {
  const { message, extras } = publication
  const { excerpt, categories, tags } = extras?.article ?? NO_ARTICLE
  const { title, blocks } = articleOf(message, extras)
  const { now } = intentLog
  const chosen = await categoryIds(wordpress, publication, categories, { now })
  return {
    title: escapeHtml(title),
    content: serializeBlocks(blocks, others),
    excerpt: escapeHtml(excerpt),
    featured_media: featured?.id ?? 0,
    // Without any, the site uses its default category.
    ...(chosen.length > 0 && { categories: chosen }),
    tags: await tagIds(wordpress, publication, tags, { now }),
  }
}

/** Forgets a draft that was deleted on the site, so that the next attempt creates another one. */
async function forgetDeletedDraft(intentLog: IntentLog, error: unknown): Promise<unknown> {
  if (!(error instanceof NetworkError) || error.code !== NO_POST) return error
  await intentLog.forget([DRAFT])
  return new NetworkError(
    'transient',
    error.code,
    'The draft was deleted on your website. We’ll send it again.',
    { cause: error },
  )
}
