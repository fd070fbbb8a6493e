import * as v from 'valibot'

import { absenceCounts } from '#api/networks/core/call-time.ts'
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
import { NO_BLOB } from './errors.ts'
import { facetsOf } from './facets.ts'
import { recordKey } from './record-key.ts'
import { findPost, keyOf, putPost, resolveHandle } from './records.ts'
import { type Bluesky, xrpc } from './request.ts'
import { readSession } from './session.ts'

/**
 * Publishes by a single call that can be repeated: the record's key is derived from the delivery. So an unanswered call is
 * settled by reading that record.
 */
export const blueskyPublishing = (bluesky: Bluesky): Publishing => ({
  id: 'bluesky',
  async publish(publication, intentLog) {
    const finished = intentLog.finished()
    if (finished) return published(bluesky, publication.accountId, String(finished.result.id))
    const key = recordKey(publication.id)
    const record = await recordOf(bluesky, publication, intentLog)
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
    return absenceCounts(intentLog.now(), unanswered, ABSENT_AFTER_MS)
      ? { state: 'absent' }
      : { state: 'unknown', why: 'The account does not show it yet.' }
  },
  latePosts: blueskyLatePosts(bluesky),
})

/** A server may still be executing the call, so until then the record's absence proves nothing. */
const ABSENT_AFTER_MS = 20_000

/** A call that is executed late can't publish a second post, but may publish one that was written off. */
const blueskyLatePosts = (bluesky: Bluesky): LatePosts => ({
  async list({ deliveryId, message, ...account }, now) {
    const found = await findPost(bluesky, account, recordKey(deliveryId), { now })
    return found ? [{ id: found.uri, isAsSent: isSameText(found.value.text, message) }] : []
  },
})

/** The permalink names the account by its DID, which outlives a change of its handle. */
const published = ({ webUrl }: Bluesky, accountId: string, uri: string): Published => ({
  externalId: uri,
  permalink: permalinkOf({ webUrl }, accountId, uri),
})

export const permalinkOf = ({ webUrl }: Pick<Bluesky, 'webUrl'>, accountId: string, uri: string) =>
  `${webUrl}/profile/${accountId}/post/${keyOf(uri)}`

const LANGUAGES = ['en']

async function recordOf(bluesky: Bluesky, publication: Publication, intentLog: IntentLog) {
  const { message, media } = publication
  const embed = await embedOf(bluesky, publication, intentLog)
  const facets = await facetsOf(message, handle => resolveHandle(bluesky, publication, handle, intentLog))
  return {
    text: message,
    createdAt: intentLog.now().toISOString(),
    langs: LANGUAGES,
    ...(facets.length > 0 && { facets }),
    ...(media.length > 0 && { embed }),
  }
}

async function embedOf(bluesky: Bluesky, publication: Publication, intentLog: IntentLog) {
  const [first] = publication.media
  if (first?.kind === 'video')
    return {
      $type: 'app.bsky.embed.video',
      video: await uploaded(bluesky, publication, intentLog, { file: first, index: 0 }),
      ...(first.altText && { alt: first.altText }),
      ...aspectRatioOf(first),
    }
  const images = []
  for (const [index, file] of publication.media.entries())
    images.push({
      image: await uploaded(bluesky, publication, intentLog, { file, index }),
      alt: file.altText,
      ...aspectRatioOf(file),
    })
  return { $type: 'app.bsky.embed.images', images }
}

const aspectRatioOf = ({ width, height }: PublicationMedia) =>
  width > 0 && height > 0 && { aspectRatio: { width, height } }

const BlobRef = v.looseObject({ $type: v.literal('blob'), ref: v.object({ $link: v.string() }) })

/** By the lexicon of app.bsky.embed.images. */
export const MAX_PICTURE_BYTES = 1_000_000
/** Servers drop files that no record mentions, at the earliest after some minutes. */
const BLOB_LIFETIME_MS = 5 * 60_000
const UPLOAD_TIMEOUT_MS = 5 * 60_000
/** For a picture to a server that a member chose. */
const FOREIGN_TIMEOUT_MS = 60_000

const stepOf = (index: number) => `blob:${index}`

/** Uploads a file, which isn't public before a record mentions it, unless an earlier attempt has just done so. */
async function uploaded(
  bluesky: Bluesky,
  { token }: Publication,
  intentLog: IntentLog,
  { file, index }: { file: PublicationMedia; index: number },
): Promise<unknown> {
  const known = intentLog.recall(stepOf(index), BLOB_LIFETIME_MS)
  if (known) return known.blob
  const { server, accessJwt } = readSession(token)
  const upload = async () => {
    const body = file.kind === 'image' ? await file.within(MAX_PICTURE_BYTES) : await file.read()
    return xrpc(bluesky, {
      server,
      token: accessJwt,
      nsid: 'com.atproto.repo.uploadBlob',
      method: 'POST',
      file: { body, type: body.type },
      schema: v.object({ blob: BlobRef }),
      timeoutMs: server && file.kind === 'image' ? FOREIGN_TIMEOUT_MS : UPLOAD_TIMEOUT_MS,
      now: intentLog.now,
    })
  }
  const { blob } = await withinUploadBudget(file.bytes, upload, server)
  await intentLog.record(stepOf(index), { blob })
  return blob
}

async function forgetLostBlobs({ media }: Publication, intentLog: IntentLog, error: unknown): Promise<never> {
  if (error instanceof NetworkError && error.code === NO_BLOB)
    await intentLog.forget(media.map((_, index) => stepOf(index)))
  throw error
}
