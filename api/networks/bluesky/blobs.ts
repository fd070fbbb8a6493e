import * as v from 'valibot'

import type { CallOptions } from '#api/networks/core/network.ts'
import { withinUploadBudget } from '#api/networks/core/upload-budget.ts'
import { type Bluesky, xrpc } from './request.ts'
import { readSession } from './session.ts'

const BlobRef = v.looseObject({ $type: v.literal('blob'), ref: v.object({ $link: v.string() }) })
export type BlobRef = v.InferOutput<typeof BlobRef>

/** Maximum size of a picture by the lexicons of app.bsky.embed.images and external. */
export const MAX_PICTURE_BYTES = 1_000_000
/** Servers drop files that no record mentions, at the earliest after some minutes. */
export const BLOB_LIFETIME_MS = 5 * 60_000
const UPLOAD_TIMEOUT_MS = 5 * 60_000
/** Time limit for uploading a picture to a server that a member chose. */
const FOREIGN_TIMEOUT_MS = 60_000

type File = { bytes: number; read: () => Promise<Blob>; isPicture: boolean }

/** Uploads a file, which isn't public before a record refers to it. The file is read when its turn has come. */
export async function uploadBlob(
  bluesky: Bluesky,
  { token }: { token: string },
  { bytes, read, isPicture }: File,
  { now }: Pick<CallOptions, 'now'>,
): Promise<BlobRef> {
  const session = readSession(token)
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
