import * as v from 'valibot'

import { fetchCardPicture, readLinkCard } from '#api/audits/page/link-card.ts'
import { isAbsenceConclusive } from '#api/networks/core/call-time.ts'
import {
  type IntentLog,
  type LatePosts,
  NetworkError,
  type Publication,
  type Published,
  type Publishing,
  type PublicationMedia,
  type CallOptions,
  undefinedIf,
  isPermanent,
} from '#api/networks/core/network.ts'
import { isSameText } from '#api/networks/core/same-text.ts'
import { withinUploadBudget } from '#api/networks/core/upload-budget.ts'
import { findLinks } from '#shared/text/links.ts'
import { NO_BLOB } from './errors.ts'
import { toRecordUri } from './facets.ts'
import { recordKey } from './record-key.ts'
import { findPost, permalinkOf, putPost, textFields } from './records.ts'
import { type Bluesky, xrpc } from './request.ts'
import { parseSession } from './session.ts'

/**
 * Publishes by a single idempotent call: the record's key is derived from the delivery. An unanswered call is reconciled by
 * reading that record.
 */
export const blueskyPublishing = (bluesky: Bluesky): Publishing => ({
  id: 'bluesky',
  async publish(publication, intentLog) {
    const finished = intentLog.finished()
    if (finished) return published(bluesky, publication.accountId, String(finished.result.id))
    const key = recordKey(publication.id)
    const record = await buildRecord(bluesky, publication, intentLog)
    await intentLog.begin({ message: publication.message, key })
    const id = await putPost(bluesky, publication, { key, record }, intentLog).catch(error =>
      forgetLostBlobs(publication, intentLog, error),
    )
    await intentLog.finish({ id })
    return published(bluesky, publication.accountId, id)
  },
  async reconcile(publication, intentLog, unanswered) {
    const found = await findPost(bluesky, publication, recordKey(publication.id), intentLog)
    if (found) return { state: 'published', published: published(bluesky, publication.accountId, found.uri) }
    return isAbsenceConclusive(intentLog.now(), unanswered, ABSENT_AFTER_MS)
      ? { state: 'absent' }
      : { state: 'unknown', why: 'The account does not show it yet.' }
  },
  latePosts: blueskyLatePosts(bluesky),
})

/** Delay after which a missing record is conclusive: until then, the server may still be executing the call. */
const ABSENT_AFTER_MS = 20_000

/** Finds posts of written-off calls. A late call can't publish a second post, but its first one may still appear. */
const blueskyLatePosts = (bluesky: Bluesky): LatePosts => ({
  async list({ deliveryId, message, ...account }, now) {
    const found = await findPost(bluesky, account, recordKey(deliveryId), { now })
    return found ? [{ id: found.uri, isAsSent: isSameText(found.value.text, message) }] : []
  },
})

const published = (bluesky: Bluesky, accountId: string, uri: string): Published => ({
  externalId: uri,
  permalink: permalinkOf(bluesky, accountId, uri),
})

async function buildRecord(bluesky: Bluesky, publication: Publication, intentLog: IntentLog) {
  const { message, media } = publication
  const embed =
    media.length > 0
      ? await uploadMedia(bluesky, publication, intentLog)
      : await createLinkCard(bluesky, publication, intentLog)
  return { ...(await textFields(bluesky, publication, message, intentLog)), ...(embed && { embed }) }
}

async function uploadMedia(bluesky: Bluesky, publication: Publication, intentLog: IntentLog) {
  const [first] = publication.media
  if (first?.kind === 'video')
    return {
      $type: 'app.bsky.embed.video',
      video: await uploadOnce(bluesky, publication, intentLog, { file: first, index: 0 }),
      ...(first.altText && { alt: first.altText }),
      ...aspectRatioOf(first),
    }
  const images = []
  for (const [index, file] of publication.media.entries())
    images.push({
      image: await uploadOnce(bluesky, publication, intentLog, { file, index }),
      alt: file.altText,
      ...aspectRatioOf(file),
    })
  return { $type: 'app.bsky.embed.images', images }
}

const aspectRatioOf = ({ width, height }: PublicationMedia) =>
  width > 0 && height > 0 && { aspectRatio: { width, height } }

const stepOf = (index: number) => `blob:${index}`

/** Uploads a file, unless an earlier attempt has just done so. Returns its blob reference. */
async function uploadOnce(
  bluesky: Bluesky,
  publication: Publication,
  intentLog: IntentLog,
  { file, index }: { file: PublicationMedia; index: number },
): Promise<unknown> {
  const known = intentLog.recall(stepOf(index), BLOB_LIFETIME_MS)
  if (known) return known.blob
  const isPicture = file.kind === 'image'
  const read = () => (isPicture ? file.readWithin(MAX_PICTURE_BYTES) : file.read())
  const blob = await uploadBlob(bluesky, publication, { bytes: file.bytes, read, isPicture }, intentLog)
  await intentLog.record(stepOf(index), { blob })
  return blob
}

async function forgetLostBlobs({ media }: Publication, intentLog: IntentLog, error: unknown): Promise<never> {
  if (error instanceof NetworkError && error.code === NO_BLOB)
    await intentLog.forget([CARD_STEP, ...media.map((_, index) => stepOf(index))])
  throw error
}

const CARD_STEP = 'card'
const CardStep = v.object({ external: v.nullable(v.looseObject({})) })

/**
 * Creates the card of a post's first link, as Bluesky's apps do, because its servers don't. Returns undefined without a link, or
 * if its page can't be read. A second attempt soon after reuses the card.
 */
async function createLinkCard(bluesky: Bluesky, publication: Publication, intentLog: IntentLog) {
  const uri = toRecordUri(findLinks(publication.message)[0]?.url ?? '')
  if (!uri) return undefined
  const known = v.safeParse(CardStep, intentLog.recall(CARD_STEP, BLOB_LIFETIME_MS))
  const external = known.success
    ? known.output.external
    : await readCard(bluesky, publication, uri, intentLog)
  if (!known.success) await intentLog.record(CARD_STEP, { external })
  return external ? { $type: 'app.bsky.embed.external', external } : undefined
}

async function readCard(bluesky: Bluesky, publication: Publication, uri: string, intentLog: IntentLog) {
  const card = await readLinkCard(uri, bluesky)
  if (!card) return null
  const { title, description, picture } = card
  const file = picture && (await fetchCardPicture(picture, { ...bluesky, maxBytes: MAX_PICTURE_BYTES }))
  const upload = file && { bytes: file.size, read: async () => file, isPicture: true }
  // A picture of another website must not fail the post.
  const thumb =
    upload && (await uploadBlob(bluesky, publication, upload, intentLog).catch(undefinedIf(isPermanent)))
  return { uri, title, description, ...(thumb && { thumb }) }
}

const BlobRef = v.looseObject({ $type: v.literal('blob'), ref: v.object({ $link: v.string() }) })
type BlobRef = v.InferOutput<typeof BlobRef>

/** Maximum size of a picture by the lexicons of app.bsky.embed.images and external. */
const MAX_PICTURE_BYTES = 1_000_000
/** Servers delete files that no record refers to, at the earliest after some minutes. */
const BLOB_LIFETIME_MS = 5 * 60_000
const UPLOAD_TIMEOUT_MS = 5 * 60_000
/** Time limit for uploading a picture to a server that a member chose. */
const FOREIGN_TIMEOUT_MS = 60_000

/** Uploads a file, which isn't public before a record refers to it. Reads the file only when there is budget for the upload. */
async function uploadBlob(
  bluesky: Bluesky,
  { token }: { token: string },
  { bytes, read, isPicture }: { bytes: number; read: () => Promise<Blob>; isPicture: boolean },
  { now }: Pick<CallOptions, 'now'>,
): Promise<BlobRef> {
  const session = parseSession(token)
  const upload = async () => {
    const body = await read()
    return xrpc(bluesky, {
      ...session,
      nsid: 'com.atproto.repo.uploadBlob',
      method: 'POST',
      file: { body, type: body.type },
      schema: v.object({ blob: BlobRef }),
      timeoutMs: session.server && isPicture ? FOREIGN_TIMEOUT_MS : UPLOAD_TIMEOUT_MS,
      now,
    })
  }
  return (await withinUploadBudget(bytes, upload, session.server)).blob
}
