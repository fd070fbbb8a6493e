import Busboy from '@fastify/busboy'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'

import { MEDIA_ERRORS } from '#api/media/errors.ts'
import { reserveDiskSpace, removeFiles } from '#api/media/files/temporary-files.ts'
import type { Config } from '#api/runtime/config.ts'
import { DomainError, invalidField } from '#api/runtime/errors.ts'
import { pictureType } from '#shared/media/file-type.ts'
import { MAX_FILES, MAX_IMAGE_BYTES, MAX_VIDEO_BYTES, MEDIA_MESSAGES } from '#shared/media/media.ts'
import { PROFILE_MESSAGES } from '#shared/profile.ts'
import {
  cleanName,
  type ReceivedFile,
  receiveFile,
  type SizeLimit,
  type TypeOf,
  unreadableUploadError,
  isFileError,
  type RejectedFile,
  rejectedFilesError,
} from './received-file.ts'

type Accept<Type extends string> = {
  /** Names of the form's file fields. */
  fileFields: readonly string[]
  maxFiles?: number
  /** Replaces the limits for the kinds of files. */
  limit?: SizeLimit
  /** Id of the user, who may have only a few uploads in flight. */
  userId: string
  typeOf: TypeOf<Type>
  /** May reject an upload by its declared length, before any of it is stored. */
  admit?: (bytes: number) => Promise<void>
}

export type Upload<Type extends string> = {
  fields: Record<string, string>
  files: ReceivedFile<Type>[]
  /** Removes the received files. The caller must always call it. */
  discard(): Promise<void>
}

const LIMITS = { fields: 50, fieldSize: 1024 * 1024, headerPairs: 20, headerSize: 8 * 1024 }
/** Bytes allowed for a form's text fields and headers, besides its files. */
const FORM_BYTES = 64 * 1024 * 1024
const LARGEST: SizeLimit = { bytes: MAX_VIDEO_BYTES, message: MEDIA_MESSAGES.videoSize }
const SLICE_BYTES = 16 * 1024
const DRAIN_BYTES = 1024 * 1024 * 1024
const DRAIN_MS = 60_000

/**
 * Reads a multipart request into temporary files without holding more than a few chunks in memory.
 * @throws {DomainError} if the form breaks the rules or can't be read; then nothing is stored
 */
export async function receiveUpload<Type extends string>(
  config: Pick<Config, 'dataDir'>,
  request: Request,
  accept: Accept<Type>,
): Promise<Upload<Type>> {
  const parser = openParser(request, accept.maxFiles ?? MAX_FILES)
  const { register, shutdownSignal } = uploadsOf(config)
  if (!request.body) throw unreadableUploadError()
  const source = Readable.from(inSlices(request.body))
  // An abort signal instead of a rejected promise, because it may fire when nobody awaits the form any more.
  const stop = new AbortController()
  const stopAtShutdown = () => stop.abort(shutdownSignal.reason)
  source.on('error', () => stop.abort(unreadableUploadError()))
  const { fields, receiving, rejected } = collectParts(config, parser, accept, stop)
  let unregister = () => {}
  let releaseSpace = () => {}
  try {
    unregister = register(accept.userId)
    shutdownSignal.addEventListener('abort', stopAtShutdown)
    const bytes = lengthOf(request, accept)
    await accept.admit?.(bytes)
    releaseSpace = await reserveDiskSpace(config, bytes, { userId: accept.userId })
    stop.signal.throwIfAborted()
    source.pipe(parser)
    await finished(parser, { cleanup: true, signal: stop.signal })
    await Promise.allSettled(receiving)
    if (rejected.length > 0) throw rejectedFilesError(rejected)
    const files = (await Promise.all(receiving)).filter(file => file !== undefined)
    return {
      fields: Object.fromEntries(fields),
      files,
      async discard() {
        await removeFiles(files.map(file => file.path))
        releaseSpace()
        unregister()
      },
    }
  } catch (error) {
    source.unpipe(parser)
    // Keeps the reason of an earlier abort.
    stop.abort(error)
    const settled = await Promise.allSettled(receiving)
    await removeFiles(
      settled.flatMap(file => (file.status === 'fulfilled' && file.value ? file.value.path : [])),
    )
    releaseSpace()
    if (!shutdownSignal.aborted) await drain(source, shutdownSignal)
    unregister()
    throw stop.signal.reason
  } finally {
    shutdownSignal.removeEventListener('abort', stopAtShutdown)
  }
}

/** Receives the parts of a form as the parser reads them. Aborts `stop` with the reason if the whole form must be rejected. */
function collectParts<Type extends string>(
  config: Pick<Config, 'dataDir'>,
  parser: ReturnType<typeof openParser>,
  { fileFields, maxFiles, typeOf, limit }: Accept<Type>,
  stop: AbortController,
) {
  const fields = new Map<string, string>()
  const receiving: Promise<ReceivedFile<Type> | undefined>[] = []
  const rejected: RejectedFile[] = []
  const { signal } = stop
  const reject = (reason: unknown) => stop.abort(reason)
  parser.on('file', (field, stream, name) => {
    if (!fileFields.includes(field)) reject(invalidField(field, 'This field doesn’t accept files.'))
    // Discards files that arrive after the form was rejected.
    if (signal.aborted) return void stream.resume()
    const file = receiveFile(config, { field, name, stream, typeOf, limit, signal })
    file.catch((error: unknown) => {
      if (isFileError(error)) rejected.push({ name: cleanName(name), error })
      else reject(error)
    })
    receiving.push(file)
  })
  parser.on('field', (name, value, _, truncated) => {
    if (truncated) reject(invalidField(name, 'This text is too long.'))
    fields.set(name, value)
  })
  parser.on('filesLimit', () => {
    const message = maxFiles === 1 ? MEDIA_ERRORS.one : MEDIA_MESSAGES.count
    reject(invalidField(fileFields[0] ?? 'media', message))
  })
  const rejectManyFields = () => reject(invalidField('body', 'This form has too many fields.'))
  parser.on('fieldsLimit', rejectManyFields)
  parser.on('partsLimit', rejectManyFields)
  parser.on('error', () => reject(unreadableUploadError()))
  return { fields, receiving, rejected }
}

/**
 * Returns the declared length of a request, or the maximum if it declares none, because the disk space to reserve must be known in
 * advance.
 * @throws {DomainError} `too_large` if the declared length exceeds the maximum
 */
function lengthOf(
  { headers }: Request,
  { maxFiles = MAX_FILES, limit = LARGEST }: Pick<Accept<string>, 'maxFiles' | 'limit'>,
): number {
  const maxFileBytes = maxFiles * limit.bytes
  if (headers.has('Transfer-Encoding')) return maxFileBytes
  const bytes = Number(headers.get('Content-Length')) || 0
  if (bytes <= maxFileBytes + FORM_BYTES) return bytes
  throw new DomainError('too_large', limit.message)
}

function openParser(request: Request, files: number) {
  const contentType = request.headers.get('Content-Type') ?? ''
  if (!/^multipart\/form-data/i.test(contentType)) {
    throw new DomainError('unsupported', 'Please send this as a form with files (multipart/form-data).')
  }
  try {
    const limits = { ...LIMITS, files, parts: LIMITS.fields + files + 1 }
    return new Busboy({ headers: { 'content-type': contentType }, limits })
  } catch {
    throw unreadableUploadError()
  }
}

/** Splits chunks, so that the parser can be stopped within a chunk that is full of boundaries. */
async function* inSlices(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of body)
    for (let at = 0; at < chunk.length; at += SLICE_BYTES) yield chunk.subarray(at, at + SLICE_BYTES)
}

/** Reads the rest of the body, because most clients read a response only after sending everything. */
async function drain(source: Readable, shutdownSignal: AbortSignal) {
  const end = () => source.destroy()
  const timer = setTimeout(end, DRAIN_MS)
  shutdownSignal.addEventListener('abort', end)
  let left = DRAIN_BYTES
  try {
    for await (const chunk of source as AsyncIterable<Uint8Array>) if ((left -= chunk.length) < 0) break
  } catch {
    // The client has disconnected.
  } finally {
    clearTimeout(timer)
    shutdownSignal.removeEventListener('abort', end)
  }
}

/** The composer sends two at once from each window. Each reserves disk space for its declared length. */
const MAX_IN_FLIGHT = 8
const RETRY_SECONDS = 5
const RESTART_SECONDS = 10

type Uploads = ReturnType<typeof trackUploads>

const byFolder = new Map<string, Uploads>()

/** Returns the uploads in flight into the app's data folder. */
export function uploadsOf({ dataDir }: Pick<Config, 'dataDir'>): Uploads {
  const known = byFolder.get(dataDir) ?? trackUploads()
  byFolder.set(dataDir, known)
  return known
}

function trackUploads() {
  const inFlight = new Map<string, number>()
  const shutdown = new AbortController()
  let isClosing = false
  let onIdle = () => {}

  return {
    /** Aborts when uploads in flight must stop. */
    shutdownSignal: shutdown.signal,

    /**
     * Registers a user's upload until its files are saved or discarded.
     * @returns an idempotent function that unregisters it
     * @throws {DomainError} `rate_limited` if the user has too many in flight, `upstream` while the process is shutting down
     */
    register(userId: string): () => void {
      if (isClosing) throw restarting()
      const before = inFlight.get(userId) ?? 0
      if (before >= MAX_IN_FLIGHT)
        throw new DomainError('rate_limited', MEDIA_ERRORS.uploadsInFlight, {
          retryAfterSeconds: RETRY_SECONDS,
        })
      inFlight.set(userId, before + 1)
      let isUnregistered = false
      return () => {
        if (isUnregistered) return
        isUnregistered = true
        const left = (inFlight.get(userId) ?? 1) - 1
        if (left === 0) inFlight.delete(userId)
        else inFlight.set(userId, left)
        if (inFlight.size === 0) onIdle()
      }
    },

    /**
     * Rejects new uploads, and gives those in flight time to finish before it aborts the rest with a message that asks for a retry.
     */
    async close(graceMs: number): Promise<void> {
      isClosing = true
      if (inFlight.size === 0) return
      const idle = new Promise<void>(resolve => (onIdle = resolve))
      await Promise.race([idle, Bun.sleep(graceMs)])
      shutdown.abort(restarting())
    },
  }
}

const restarting = () =>
  new DomainError('upstream', MEDIA_ERRORS.restarting, { retryAfterSeconds: RESTART_SECONDS })

/**
 * Reads a form with one optional picture, such as a profile's.
 * @throws {DomainError} like `receiveUpload`. For a file of another type, `fields` names its field
 */
export async function receivePicture(
  { config, userId }: { config: Pick<Config, 'dataDir'>; userId: string },
  request: Request,
  field: string,
) {
  try {
    return await receiveUpload(config, request, {
      fileFields: [field],
      maxFiles: 1,
      limit: { bytes: MAX_IMAGE_BYTES, message: MEDIA_MESSAGES.imageSize },
      userId,
      typeOf: pictureType,
    })
  } catch (error) {
    const isOtherType =
      error instanceof DomainError &&
      error.code === 'unsupported' &&
      /^multipart/i.test(request.headers.get('Content-Type') ?? '')
    throw isOtherType
      ? new DomainError('unsupported', PROFILE_MESSAGES.imageType, {
          fields: { [field]: PROFILE_MESSAGES.imageType },
        })
      : error
  }
}
