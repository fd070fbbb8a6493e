import * as v from 'valibot'

import type { PublicationMedia } from '#api/networks/core/network.ts'
import { graphRequest } from '#api/networks/meta/graph.ts'
import { GraphId } from '#api/networks/meta/json.ts'
import { type FacebookAttempt, attemptRequest } from './app.ts'

/**
 * Time for which an unpublished photo is reused. Meta keeps it for about a day
 * (developers.facebook.com/docs/graph-api/reference/page/photos).
 */
export const PHOTO_LIFETIME_MS = 20 * 60 * 60_000
const UPLOAD_TIMEOUT_MS = 120_000

/** Uploads a picture unpublished. @returns its id */
export async function uploadPhoto(
  attempt: FacebookAttempt,
  { item: { altText, type, read }, index }: { item: PublicationMedia; index: number },
): Promise<string> {
  const { publication, intentLog } = attempt
  const known = intentLog.recall(`photo:${index}`, PHOTO_LIFETIME_MS)
  if (known) return String(known.id)
  const body = new FormData()
  body.set('published', 'false')
  if (altText) body.set('alt_text_custom', altText)
  body.set(
    'source',
    new File([await read()], `picture-${index + 1}.${type === 'image/png' ? 'png' : 'jpg'}`, { type }),
  )
  const { data } = await graphRequest({
    ...attemptRequest(attempt, `${publication.accountId}/photos`),
    method: 'POST',
    body,
    schema: v.object({ id: GraphId }),
    timeoutMs: UPLOAD_TIMEOUT_MS,
  })
  await intentLog.record(`photo:${index}`, data)
  return data.id
}
