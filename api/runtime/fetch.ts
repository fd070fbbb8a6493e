import { pipeline, Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'

import { markTurn } from './event-loop.ts'

/** Maximum size of a response, decompressed. */
export const MAX_RESPONSE_BYTES = 4 * 1024 * 1024

/** A response that can't be read: it exceeds the maximum size, or its compression is broken or unknown. */
export class UnreadableResponse extends Error {
  override name = 'UnreadableResponse'
}

type Init = RequestInit & { keepalive?: boolean; maxBytes?: number }

/**
 * Calls `fetch`. No other code in the api may call it, except for our own process. A response of more than `maxBytes`, as it
 * arrives or decompressed, fails with `UnreadableResponse`, and its connection is closed.
 *
 * Bun would decompress a body as fast as it arrives, whether or not it is read: a few kilobytes could fill the memory.
 */
export async function fetchOutside(
  input: string | URL | Request,
  { maxBytes = MAX_RESPONSE_BYTES, signal, ...init }: Init = {},
): Promise<Response> {
  const connection = new AbortController()
  const given = [signal, input instanceof Request ? input.signal : undefined].flatMap(each => each ?? [])
  const headers = new Headers(init.headers ?? (input instanceof Request ? input.headers : undefined))
  if (!headers.has('Accept-Encoding')) headers.set('Accept-Encoding', 'gzip')
  markTurn()
  const response = await fetch(input, {
    ...init,
    headers,
    decompress: false,
    signal: AbortSignal.any([connection.signal, ...given]),
  })
  markTurn()
  if (!response.body) return response
  const chunks = chunksOf(response.body, response.headers.get('Content-Encoding'), maxBytes)
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        try {
          const { done, value } = await chunks.next()
          if (done) controller.close()
          else controller.enqueue(value)
        } catch (error) {
          connection.abort()
          throw isBrokenCompression(error) ? new UnreadableResponse(String(error), { cause: error }) : error
        }
      },
      cancel() {
        connection.abort()
      },
    },
    { highWaterMark: 0 },
  )
  const { status, statusText } = response
  const decoded = new Headers(response.headers)
  decoded.delete('Content-Encoding')
  decoded.delete('Content-Length')
  return new Response(body, { status, statusText, headers: decoded })
}

async function* chunksOf(body: ReadableStream<Uint8Array>, encoding: string | null, maxBytes: number) {
  const limited = () => {
    let left = maxBytes
    return (chunk: Uint8Array) => {
      left -= chunk.byteLength
      if (left < 0) throw new UnreadableResponse(`The response exceeds ${maxBytes} bytes`)
    }
  }
  const countReceived = limited()
  async function* received() {
    for await (const chunk of body) {
      countReceived(chunk)
      yield chunk
    }
  }
  const countDecompressed = limited()
  for await (const chunk of decompressed(received(), encoding)) {
    countDecompressed(chunk)
    yield new Uint8Array(chunk)
  }
}

const isBrokenCompression = (error: unknown) =>
  error instanceof Error && 'code' in error && /^(Z_|ERR_)/.test(String(error.code))

const DECOMPRESSORS: Record<string, () => NodeJS.ReadWriteStream> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

function decompressed(received: AsyncGenerator<Uint8Array>, encoding: string | null) {
  if (!encoding || encoding === 'identity') return received
  const create = DECOMPRESSORS[encoding.toLowerCase()]
  if (!create) throw new UnreadableResponse(`The response has an unknown encoding: ${encoding}`)
  // Ends with the error of either stream.
  return pipeline(Readable.from(received), create(), () => {}) as unknown as AsyncIterable<Uint8Array>
}
