import { atEnd } from '#api/test/at-end.ts'

type Serve = (request: Request) => Response | Promise<Response>

/** Opens a port for an app that needs to know its URL before it is created. Call `serve` with the app's handler. */
export function serveLater() {
  let serve: Serve = () => new Response(null, { status: 503 })
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 0,
    fetch: request => serve(request),
  })
  atEnd(() => server.stop(true))
  return { url: `http://127.0.0.1:${server.port}`, serve: (by: Serve) => void (serve = by) }
}
