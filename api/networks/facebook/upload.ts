import * as v from 'valibot'

import {
  type IntentLog,
  isAccountOrInstallationError,
  NetworkError,
  type PublicationMedia,
  undefinedIf,
  isPermanent,
} from '#api/networks/core/network.ts'
import { withinUploadBudget } from '#api/networks/core/upload-budget.ts'
import { isPermission } from '#api/networks/meta/failures.ts'
import { graphRequest } from '#api/networks/meta/graph.ts'
import { GraphId } from '#api/networks/meta/json.ts'
import { type FacebookAttempt, attemptRequest } from './app.ts'

const UPLOAD_LIFETIME_MS = 12 * 60 * 60_000
const PART_BYTES = 10 * 1024 ** 2
const PART_TIMEOUT_MS = 120_000

/** Steps: an open session, and the handle of a completed file. */
const SESSION = 'upload-session'
const HANDLE = 'upload'

const Session = v.object({ id: v.pipe(v.string(), v.startsWith('upload:')) })
const Part = v.object({ h: v.optional(v.pipe(v.string(), v.nonEmpty())) })
const Offset = v.object({ file_offset: v.pipe(GraphId, v.transform(Number)) })

/**
 * Uploads the file by Meta's Resumable Upload API, resuming an earlier attempt. Publishes nothing.
 * @returns the handle to publish it with
 */
export async function uploadVideo(attempt: FacebookAttempt, file: PublicationMedia): Promise<string> {
  const { intentLog } = attempt
  const known = intentLog.recall(HANDLE, UPLOAD_LIFETIME_MS)
  if (known) return String(known.handle)
  const uploader = openUploader(attempt, file)
  try {
    const { session, offset } = await uploader.session()
    const handle = await uploader.send(session, offset)
    await intentLog.record(HANDLE, { handle })
    return handle
  } catch (error) {
    throw await uploadError(attempt, error)
  }
}

/** Deletes the upload's steps, so that the next attempt repeats it. */
export const forgetUpload = (intentLog: IntentLog) => intentLog.forget([SESSION, HANDLE])

function openUploader(attempt: FacebookAttempt, { bytes, read }: PublicationMedia) {
  const { app, publication, intentLog } = attempt
  // Meta accepts uploads only with a user token, not with a Page token.
  const token = publication.userToken || publication.token
  const request = (path: string) => ({ ...attemptRequest(attempt, path), token })
  const headers = { Authorization: `OAuth ${token}` }

  async function offsetOf(session: string): Promise<number> {
    return (await graphRequest({ ...request(session), headers, schema: Offset })).data.file_offset
  }

  async function sendPart(session: string, start: number, end: number): Promise<string | undefined> {
    const { data } = await graphRequest({
      ...request(session),
      method: 'POST',
      headers: { ...headers, file_offset: String(start), 'Content-Type': 'application/octet-stream' },
      body: await read(start, end),
      schema: Part,
      timeoutMs: PART_TIMEOUT_MS,
    })
    // Bun's garbage collector doesn't count the copies of a part, which would add up to most of the file.
    Bun.gc(true)
    return data.h
  }

  return {
    /** Returns an earlier attempt's session if Meta still has it, otherwise a new one. */
    async session(): Promise<{ session: string; offset: number }> {
      const known = intentLog.recall(SESSION, UPLOAD_LIFETIME_MS)
      if (known) {
        const session = String(known.id)
        const offset = await offsetOf(session).catch(undefinedIf(isPermanent))
        if (offset !== undefined && offset < bytes) return { session, offset }
        // Either the upload is complete and its handle was lost with the response, or Meta has dropped the session.
        await intentLog.forget([SESSION])
      }
      const { data } = await graphRequest({
        ...request(`${app.appId}/uploads`),
        method: 'POST',
        form: { file_name: 'video.mp4', file_length: bytes, file_type: 'video/mp4' },
        schema: Session,
      })
      await intentLog.record(SESSION, data)
      return { session: data.id, offset: 0 }
    },

    /** Sends the file from a byte on, and returns its handle. */
    async send(session: string, from: number): Promise<string> {
      for (let start = from; ;) {
        const end = Math.min(start + PART_BYTES, bytes)
        // Meta doesn't document the response to a part before the last, so the session's offset decides.
        let failure: unknown
        try {
          const handle = await withinUploadBudget(end - start, () => sendPart(session, start, end))
          if (handle) return handle
          failure = new NetworkError(
            'transient',
            'transfer',
            'Facebook did not accept the next part of the video.',
          )
        } catch (error) {
          const isRefused = error instanceof NetworkError && isAccountOrInstallationError(error)
          if (end === bytes || isRefused) throw error
          failure = error
        }
        const reached = await offsetOf(session)
        if (reached <= start) throw failure
        start = reached
      }
    },
  }
}

/**
 * Returns the error to report for a failed upload. Uploads need the user token, which expires after sixty days, unlike the Page's.
 * While the Page's token works, only videos need a new sign-in, and pictures are still published.
 */
async function uploadError(attempt: FacebookAttempt, error: unknown) {
  if (!(error instanceof NetworkError) || error.kind !== 'reconnect' || isPermission(error.code)) return error
  await graphRequest({
    ...attemptRequest(attempt, attempt.publication.accountId),
    query: { fields: 'id' },
    schema: v.object({ id: GraphId }),
  })
  return new NetworkError(
    'permanent',
    error.code,
    'Facebook needs you to sign in again before it accepts videos for this Page. Reconnect it in Social Hub, then choose Try again.',
  )
}
