import * as v from 'valibot'

import { fetchCardPicture, readLinkCard } from '#api/audits/page/link-card.ts'
import { type IntentLog, NetworkError, type Publication } from '#api/networks/core/network.ts'
import { findLinks } from '#shared/text/links.ts'
import { BLOB_LIFETIME_MS, MAX_PICTURE_BYTES, uploadBlob } from './blobs.ts'
import { linkOf } from './facets.ts'
import type { Bluesky } from './request.ts'

export const CARD_STEP = 'card'
const CardStep = v.object({ external: v.nullable(v.looseObject({})) })

/**
 * Returns the card of the page behind a post's first link, which Bluesky's apps create, not its servers; undefined without a link
 * or if the page can't be read. A second attempt soon after uses the same card.
 */
export async function linkEmbed(bluesky: Bluesky, publication: Publication, intentLog: IntentLog) {
  const uri = linkOf(findLinks(publication.message)[0]?.url ?? '')
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
  const thumb =
    upload &&
    (await uploadBlob(bluesky, publication, upload, intentLog).catch((error: unknown) => {
      // Somebody else's picture must not fail the post.
      if (error instanceof NetworkError && error.kind === 'permanent') return null
      throw error
    }))
  return { uri, title, description, ...(thumb && { thumb }) }
}
