import { basename } from 'node:path'

import type { UserContext } from '#api/context.ts'
import { reserveDiskSpace, removeFiles } from '#api/media/files/temporary-files.ts'
import { acceptMedia, requireQuota } from '#api/media/media.ts'
import { receiveFile } from '#api/media/uploads/received-file.ts'
import { addressGuard } from '#api/runtime/address-guard.ts'
import { DomainError, invalidField } from '#api/runtime/errors.ts'
import { FetchError, type Opened, openPublic } from '#api/runtime/fetch-public.ts'
import { fileType } from '#shared/media/file-type.ts'
import { MAX_VIDEO_BYTES, MEDIA_MESSAGES } from '#shared/media/media.ts'
import type { NetworkId } from '#shared/networks.ts'
import { parseUrl } from '#shared/text/urls.ts'

/** Time allowed for a file, in addition to its transfer at the minimum speed. */
export const FETCH_TIMEOUT_MS = 20_000
/** Keeps a slow server from occupying the importer indefinitely. */
const MIN_SPEED = { bytesPerSecond: 64 * 1024, maxMs: 10 * 60_000 }

type Fetching = {
  networks: readonly NetworkId[]
  /** The networks that get the file in a story. */
  stories: readonly NetworkId[]
  signal: AbortSignal
  timeoutMs: number
  /** Called with the size of each part that arrives. */
  onBytes: (bytes: number) => void
  /** Called if the file arrives too slowly. */
  onLate: () => void
}

/**
 * Fetches a picture or video from its URL to the disk, and adds it to the library, like an upload.
 * @returns the id of the media
 * @throws {DomainError} with a message for the user
 */
export async function fetchMedia(ctx: UserContext, url: string, fetching: Fetching): Promise<string> {
  try {
    return await openPublic(
      url,
      {
        guard: addressGuard({ allowPrivate: ctx.config.audits.allowPrivate }),
        maxBytes: MAX_VIDEO_BYTES,
        timeoutMs: fetching.timeoutMs,
        minSpeed: MIN_SPEED,
        accept: 'image/*, video/*',
        signal: fetching.signal,
        onBytes: fetching.onBytes,
      },
      opened => saveMedia(ctx, url, opened, fetching),
    )
  } catch (error) {
    if (error instanceof FetchError && error.kind === 'late') fetching.onLate()
    if (error instanceof FetchError) throw invalidField('pictures', describeFetchError(error, url))
    if (!(error instanceof DomainError)) throw error
    const [reason] = Object.values(error.fields ?? {})
    if (error.code === 'unsupported')
      throw invalidField('pictures', reason ? `${shortened(url)}: ${reason}` : notMediaMessage(url))
    if (error.code === 'too_large') throw invalidField('pictures', `${shortened(url)}: ${error.message}`)
    throw error
  }
}

async function saveMedia(
  ctx: UserContext,
  url: string,
  opened: Opened,
  { networks, stories, signal }: Fetching,
) {
  await requireQuota(ctx, opened.bytes)
  const releaseSpace = await reserveDiskSpace(ctx.config, opened.bytes ?? MAX_VIDEO_BYTES)
  const received: string[] = []
  try {
    const file = await receiveFile(ctx.config, {
      field: 'pictures',
      name: nameOf(url),
      stream: opened.body,
      signal,
      typeOf: fileType,
    })
    if (!file) throw invalidField('pictures', notMediaMessage(url))
    received.push(file.path)
    const [row] = await acceptMedia(ctx, [{ file, networks, stories }])
    if (!row) throw new Error('A file was accepted, but not saved')
    return row.id
  } finally {
    await removeFiles(received)
    releaseSpace()
  }
}

const notMediaMessage = (url: string) =>
  `${shortened(url)} isn’t a picture or video that we can read. Link to the file itself, not to a page that shows it.`

function describeFetchError({ kind, status }: FetchError, url: string): string {
  const name = shortened(url)
  if (kind === 'refused') return `${name} isn’t a public web address, so we don’t open it.`
  if (kind === 'too_large') return `${name}: ${MEDIA_MESSAGES.videoSize}`
  if (kind === 'late') return `${name} took too long to arrive. Check the link, or try again.`
  if (status === 404 || status === 410) return `There’s nothing at ${name} (${status}). Check the link.`
  if (status === 401 || status === 403)
    return `${name} isn’t shared with everybody (${status}). Make the file public.`
  return status === undefined
    ? `We can’t reach ${name}. Check the link.`
    : `${name} responds with an error (${status}). Check the link.`
}

const shortened = (url: string) => (url.length > 80 ? `${url.slice(0, 79)}…` : url)

const nameOf = (url: string) => {
  const path = parseUrl(url)?.pathname ?? ''
  try {
    return decodeURIComponent(basename(path)).replaceAll(/\p{C}/gu, '').slice(-120) || 'file'
  } catch {
    return 'file'
  }
}
