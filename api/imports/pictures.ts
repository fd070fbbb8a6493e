import { writeFile } from 'node:fs/promises'
import { basename } from 'node:path'

import { addressGuard } from '#api/audits/address-guard.ts'
import { FetchError, fetchPublic } from '#api/audits/fetch-public.ts'
import type { UserContext } from '#api/context.ts'
import { invalidField } from '#api/errors.ts'
import { fileType, TYPE_BYTES } from '#api/media/files/file-type.ts'
import { newTemporaryPath, removeFiles } from '#api/media/files/temporary-files.ts'
import { acceptMedia } from '#api/media/media.ts'
import { requireQuota } from '#api/media/uploads/quota.ts'
import { MAX_IMAGE_BYTES } from '#shared/media/media.ts'
import type { NetworkId } from '#shared/networks.ts'

const TIMEOUT_MS = 20_000

/**
 * Fetches a picture from its URL and adds it to the library, like an upload.
 * @returns the id of the media
 * @throws {DomainError} with a message for the user
 */
export async function fetchPicture(
  ctx: UserContext,
  url: string,
  { networks, signal }: { networks: readonly NetworkId[]; signal: AbortSignal },
): Promise<string> {
  await requireQuota(ctx)
  const bytes = await fetchPublic(url, {
    guard: addressGuard({ allowPrivate: ctx.config.audits.allowPrivate }),
    maxBytes: MAX_IMAGE_BYTES,
    timeoutMs: TIMEOUT_MS,
    accept: 'image/jpeg, image/png',
    signal,
  }).catch((error: unknown) => {
    if (error instanceof FetchError) throw invalidField('pictures', reasonOf(error, url))
    throw error
  })
  const type = fileType(bytes.subarray(0, TYPE_BYTES))
  if (type !== 'image/jpeg' && type !== 'image/png')
    throw invalidField(
      'pictures',
      `${shown(url)} isn’t a JPG or PNG. Link to the picture itself, not to a page that shows it.`,
    )
  const path = await newTemporaryPath(ctx.config)
  try {
    await writeFile(path, bytes, { mode: 0o600, flag: 'wx' })
    const file = {
      field: 'pictures',
      name: nameOf(url),
      kind: 'image' as const,
      type,
      path,
      bytes: bytes.length,
    }
    const [row] = await acceptMedia(ctx, [{ file, networks }])
    if (!row) throw new Error('A picture was accepted, but not saved')
    return row.id
  } finally {
    await removeFiles([path])
  }
}

function reasonOf({ kind, status }: FetchError, url: string): string {
  const name = shown(url)
  if (kind === 'refused') return `${name} isn’t a public web address, so we don’t open it.`
  if (kind === 'too_large') return `${name} is larger than 30 MB. Link to a smaller picture.`
  if (kind === 'late') return `${name} took longer than 20 seconds to arrive. Check the link, or try again.`
  if (status === 404 || status === 410) return `There’s no picture at ${name} (${status}). Check the link.`
  if (status === 401 || status === 403)
    return `${name} isn’t shared with everybody (${status}). Make the picture public.`
  return status === undefined
    ? `We can’t reach ${name}. Check the link.`
    : `${name} answers with an error (${status}). Check the link.`
}

const shown = (url: string) => (url.length > 80 ? `${url.slice(0, 79)}…` : url)

const nameOf = (url: string) => {
  const path = URL.parse(url)?.pathname ?? ''
  try {
    return decodeURIComponent(basename(path)).replaceAll(/\p{C}/gu, '').slice(-120) || 'picture'
  } catch {
    return 'picture'
  }
}
