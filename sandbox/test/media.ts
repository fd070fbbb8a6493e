import sharp from 'sharp'

const filled = (width: number, height: number, color: string) =>
  sharp({ create: { width, height, channels: 3, background: color } })

export const jpeg = (width = 1080, height = 1080, color = '#c8a415') =>
  filled(width, height, color).jpeg().toBuffer()

export const png = (width = 1080, height = 1080) => filled(width, height, '#2e7d5b').png().toBuffer()

/** A PNG of one pixel. */
export const PIXEL = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  letter => letter.charCodeAt(0),
)

/** Returns an MP4's first box and padding: the sandbox checks no more. */
export function mp4(bytes = 4096): Buffer {
  const file = Buffer.alloc(bytes)
  file.writeUInt32BE(24, 0)
  file.write('ftypisom', 4, 'latin1')
  return file
}

export const blob = (bytes: Buffer, type = 'application/octet-stream') =>
  new Blob([new Uint8Array(bytes)], { type })

/** Serves files to Instagram by path, and a redirect at `/moved`. */
export function serveMedia(files: Record<string, Buffer>) {
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      const name = new URL(request.url).pathname.slice(1)
      if (name === 'moved') return Response.redirect(new URL(`/${Object.keys(files)[0]}`, request.url).href)
      const file = files[name]
      return file ? new Response(new Uint8Array(file)) : new Response('Not found', { status: 404 })
    },
  })
  return { url: (name: string) => `http://127.0.0.1:${server.port}/${name}`, stop: () => server.stop(true) }
}
