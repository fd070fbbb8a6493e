import { Busboy } from '@fastify/busboy'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'

import type { FileStore, StoredFile } from '../files/file-store.ts'
import type { SandboxContext } from './response.ts'

export interface UploadedFile {
  field: string
  file: StoredFile
}

export interface ReceivedRequest {
  method: string
  path: string
  origin: string
  query: Record<string, string>
  form: Record<string, string>
  files: UploadedFile[]
  headers: Record<string, string>
}

export class UnreadableBody extends Error {
  override name = 'UnreadableBody'
}

const MAX_FIELD_BYTES = 1024 * 1024

/** Headers of a request whose body is a file's bytes, as Meta's uploads have them. */
const SIZED = ['file_offset', 'file_size']

/** Reads a whole request. Files stream to the store, other parts become text by name. */
export async function readRequest(c: SandboxContext, files: FileStore): Promise<ReceivedRequest> {
  const url = new URL(c.req.url)
  const headers = c.req.header()
  const request: ReceivedRequest = {
    method: c.req.method,
    path: url.pathname,
    origin: url.origin,
    query: Object.fromEntries(url.searchParams),
    form: {},
    files: [],
    headers,
  }
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return request

  try {
    await readBody(c, files, request)
  } catch (error) {
    throw error instanceof UnreadableBody ? error : new UnreadableBody(String(error))
  }
  return request
}

async function readBody(c: SandboxContext, files: FileStore, request: ReceivedRequest): Promise<void> {
  const type = request.headers['content-type'] ?? ''
  if (type.startsWith('multipart/form-data')) await readMultipart(c, files, request)
  else if (type.startsWith('application/json')) request.form = jsonFields(await c.req.text())
  else if (SIZED.some(name => request.headers[name] !== undefined) || /^(image|video)\//.test(type))
    await readFile(c, files, request)
  else request.form = Object.fromEntries(new URLSearchParams(await c.req.text()))
}

/** Stores a body that is a file's bytes, as in Meta's uploads and at Bluesky. */
async function readFile(c: SandboxContext, files: FileStore, request: ReceivedRequest): Promise<void> {
  const { body } = c.req.raw
  if (!body) throw new UnreadableBody('The body is empty.')
  const source = Readable.fromWeb(body as unknown as ReadableStream)
  const file = await files.receive(source, { name: 'part', type: request.headers['content-type'] ?? '' })
  request.files.push({ field: 'body', file })
}

function jsonFields(text: string): Record<string, string> {
  if (!text) return {}
  const body: unknown = JSON.parse(text)
  if (typeof body !== 'object' || body === null) throw new UnreadableBody('The body must be an object.')
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, fieldText(value)]))
}

/** Returns a JSON value as text. The providers treat null as empty. */
function fieldText(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

async function readMultipart(c: SandboxContext, files: FileStore, request: ReceivedRequest): Promise<void> {
  const body = c.req.raw.body
  if (!body) throw new UnreadableBody('The body is empty.')
  const parser = new Busboy({
    headers: { 'content-type': request.headers['content-type'] ?? '' },
    limits: { fieldSize: MAX_FIELD_BYTES },
  })
  parser.on('field', (name, value) => {
    request.form[name] = value
  })
  const streams: Readable[] = []
  const received: Promise<void>[] = []
  parser.on('file', (field, stream, name, _encoding, type) => {
    const receiving = files.receive(stream, { name: name ?? '', type }).then(file => {
      request.files.push({ field, file })
    })
    streams.push(stream)
    received.push(receiving)
  })
  try {
    // The DOM's ReadableStream and Node's differ only in their type declarations.
    await pipeline(Readable.fromWeb(body as unknown as ReadableStream), parser)
    await Promise.all(received)
  } catch (error) {
    // The parser leaves its file streams open when a sender disconnects.
    for (const stream of streams) stream.destroy(new UnreadableBody('The sender hung up.'))
    await Promise.allSettled(received)
    throw error
  }
}
