import { type FileHandle, open } from 'node:fs/promises'
import { addAbortSignal, type Readable } from 'node:stream'

import { newTemporaryPath, removeFiles } from '#api/media/files/temporary-files.ts'
import { pictures } from '#api/media/pictures/pictures.ts'
import type { Config } from '#api/runtime/config.ts'
import { DomainError, invalidField } from '#api/runtime/errors.ts'
import { type FileType, mediaKindOf, FILE_TYPE_BYTES } from '#shared/media/file-type.ts'
import { MAX_IMAGE_BYTES, MAX_VIDEO_BYTES, MEDIA_MESSAGES, type MediaKind } from '#shared/media/media.ts'

/** A file of a request, on local disk until its upload is discarded. */
export type ReceivedFile<Type extends string = FileType> = {
  field: string
  name: string
  kind: MediaKind
  type: Type
  path: string
  bytes: number
}

/** Detects a file's type by its first bytes; undefined if it isn't accepted. */
export type TypeOf<Type extends string> = (start: Buffer) => Type | undefined

/** Maximum size of a file, and the message for a larger one. */
export type SizeLimit = { bytes: number; message: string }

type Incoming<Type extends string> = {
  field: string
  name: string | undefined
  stream: Readable
  typeOf: TypeOf<Type>
  /** Replaces the limit for this kind of file. */
  limit?: SizeLimit | undefined
  signal: AbortSignal
}

const LIMITS: Record<MediaKind, SizeLimit> = {
  image: { bytes: MAX_IMAGE_BYTES, message: MEDIA_MESSAGES.imageSize },
  video: { bytes: MAX_VIDEO_BYTES, message: MEDIA_MESSAGES.videoSize },
}

/** Writes a file of a form to disk. Resolves to undefined for the empty part that a browser sends if no file was chosen. */
export async function receiveFile<Type extends string>(
  config: Pick<Config, 'dataDir'>,
  { field, name = '', stream, typeOf, limit, signal }: Incoming<Type>,
): Promise<ReceivedFile<Type> | undefined> {
  addAbortSignal(signal, stream)
  // The error surfaces in the iteration below. Without a listener it would end the process.
  stream.on('error', () => undefined)
  const path = await newTemporaryPath(config)
  const file = await open(path, 'wx', 0o600)
  try {
    const { type, bytes } = await write(stream, file, { typeOf, limit })
    const isChosen = bytes > 0 || name !== ''
    if (isChosen && !type) throw unsupportedType()
    if (isChosen && type) return { field, name: cleanName(name), kind: mediaKindOf(type), type, path, bytes }
  } catch (error) {
    await removeFiles([path])
    throw error === stream.errored && !(error instanceof DomainError) ? unreadableUploadError() : error
  } finally {
    await file.close()
  }
  await removeFiles([path])
  return undefined
}

/** Writes a file to disk. Also reads a rejected one to its end, because other files may follow it in the form. */
async function write<Type extends string>(
  stream: Readable,
  file: FileHandle,
  { typeOf, limit }: Pick<Incoming<Type>, 'typeOf' | 'limit'>,
) {
  let bytes = 0
  let type: Type | undefined
  let start = Buffer.alloc(0)
  let refusal: DomainError | undefined
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    if (refusal) continue
    bytes += chunk.length
    if (type) {
      await file.writeFile(chunk)
    } else {
      start = Buffer.concat([start, chunk])
      if (start.length < FILE_TYPE_BYTES) continue
      type = typeOf(start)
      if (!type) {
        refusal = unsupportedType()
        continue
      }
      if (type.startsWith('image/')) pictures.warmUp()
      await file.writeFile(start)
    }
    const allowed = limit ?? LIMITS[mediaKindOf(type)]
    if (bytes > allowed.bytes) refusal = new DomainError('too_large', allowed.message)
  }
  if (refusal) throw refusal
  if (type) return { type, bytes }
  // A spreadsheet may be shorter than the bytes that identify a picture.
  await file.writeFile(start)
  return { type: typeOf(start), bytes }
}

export const unreadableUploadError = () =>
  invalidField('body', 'This upload can’t be read. Please try again.')

export const cleanName = (name: string) => name.replace(/\p{C}/gu, '').trim().slice(-120) || 'file'

export type RejectedFile = { name: string; error: DomainError }

const FILE_ERROR_CODES = new Set<string>(['invalid', 'unsupported', 'too_large'])

/** True for errors that concern a single file of an upload. */
export const isFileError = (error: unknown): error is DomainError =>
  error instanceof DomainError && FILE_ERROR_CODES.has(error.code)

/**
 * Returns one error for several rejected files, with the reasons in `fields` by file name. Its code and message are those of an
 * unsupported file if there is one, otherwise the first file's.
 */
export function rejectedFilesError(refused: readonly RejectedFile[]): DomainError {
  const fields: Record<string, string> = {}
  for (const { name, error } of refused) fields[name] = error.message
  const unsupported = refused.find(({ error }) => error.code === 'unsupported')
  const { code, message, cause } = (unsupported ?? refused[0])?.error ?? unsupportedType()
  return new DomainError(code, unsupported ? MEDIA_MESSAGES.type : message, { fields, cause })
}

const unsupportedType = () => new DomainError('unsupported', MEDIA_MESSAGES.type)
