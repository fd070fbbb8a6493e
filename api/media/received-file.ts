import { type FileHandle, open } from 'node:fs/promises'
import { addAbortSignal, type Readable } from 'node:stream'

import type { Config } from '#api/config.ts'
import { DomainError, invalidField } from '#api/errors.ts'
import { MAX_IMAGE_BYTES, MAX_VIDEO_BYTES, MEDIA_MESSAGES, type MediaKind } from '#shared/media.ts'
import { type FileType, fileType, kindOf, TYPE_BYTES } from './file-type.ts'
import { newTemporaryPath, removeFiles } from './temporary-files.ts'

/** A file of a request, on this machine's disk until its upload is discarded. */
export type ReceivedFile = {
  field: string
  name: string
  kind: MediaKind
  type: FileType
  path: string
  bytes: number
}

type Incoming = {
  field: string
  name: string | undefined
  stream: Readable
  kinds: readonly MediaKind[] | undefined
  signal: AbortSignal
}

const LIMITS = {
  image: { bytes: MAX_IMAGE_BYTES, message: MEDIA_MESSAGES.imageSize },
  video: { bytes: MAX_VIDEO_BYTES, message: MEDIA_MESSAGES.videoSize },
}

/** Undefined for the empty part that a browser sends where no file was chosen. */
export async function receiveFile(
  config: Pick<Config, 'dataDir'>,
  { field, name = '', stream, kinds, signal }: Incoming,
): Promise<ReceivedFile | undefined> {
  addAbortSignal(signal, stream)
  // Read below, where it comes out of the iteration; without a listener it would end the process.
  stream.on('error', () => undefined)
  const path = await newTemporaryPath(config)
  const file = await open(path, 'wx', 0o600)
  try {
    const { type, bytes } = await write(stream, file, kinds)
    if (type) return { field, name: cleanName(name), kind: kindOf(type), type, path, bytes }
    if (bytes > 0 || name) throw refusedType()
  } catch (error) {
    await removeFiles([path])
    throw error === stream.errored && !(error instanceof DomainError) ? unreadableUpload() : error
  } finally {
    await file.close()
  }
  await removeFiles([path])
  return undefined
}

async function write(stream: Readable, file: FileHandle, kinds: readonly MediaKind[] | undefined) {
  let bytes = 0
  let type: FileType | undefined
  let start = Buffer.alloc(0)
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (type) {
      await file.writeFile(chunk)
    } else {
      start = Buffer.concat([start, chunk])
      if (start.length < TYPE_BYTES) continue
      type = fileType(start)
      if (!type || kinds?.includes(kindOf(type)) === false) throw refusedType()
      await file.writeFile(start)
    }
    const limit = LIMITS[kindOf(type)]
    if (bytes > limit.bytes) throw new DomainError('too_large', limit.message)
  }
  return { type, bytes }
}

export const unreadableUpload = () => invalidField('body', 'This upload can’t be read. Please try again.')

const refusedType = () => new DomainError('unsupported', MEDIA_MESSAGES.type)

const cleanName = (name: string) => name.replace(/\p{C}/gu, '').trim().slice(-120) || 'file'
