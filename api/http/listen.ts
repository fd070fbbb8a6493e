import type { Config } from '#api/runtime/config.ts'
import { DomainError, StartError, systemCode } from '#api/runtime/errors.ts'
import type { Logger } from '#api/runtime/logger.ts'
import type { ErrorBody } from '#shared/errors.ts'
import { INTERNAL } from './error-handler.ts'

const MAX_REQUEST_BYTES = 4 * 1024 ** 3
/** Bun's maximum, because an upload from a phone may stall for a long time. Server-sent events never idle: they send a heartbeat. */
const IDLE_TIMEOUT_SECONDS = 255

type Parts = {
  app: { fetch(request: Request, bindings: { address?: string }): Response | Promise<Response> }
  site: (request: Request) => Promise<Response>
  log: Logger
}

/** Serves the api and the built site on one port. */
export function listen(address: Pick<Config, 'host' | 'port'>, parts: Parts) {
  try {
    return serve(address, parts)
  } catch (error) {
    throw notListening(error, address)
  }
}

const serve = ({ host, port }: Pick<Config, 'host' | 'port'>, { app, site, log }: Parts) =>
  Bun.serve({
    hostname: host,
    port,
    maxRequestBodySize: MAX_REQUEST_BYTES,
    idleTimeout: IDLE_TIMEOUT_SECONDS,
    fetch(request, server) {
      // The URL contains the Host header, which may be invalid.
      const path = URL.parse(request.url)?.pathname
      if (path === undefined) return respond(BAD_URL.body, BAD_URL.status)
      if (!/^\/(api|report|uploads)\//.test(path)) return site(request)
      const address = server.requestIP(request)?.address
      return app.fetch(request, address ? { address } : {})
    },
    // Bun's default response shows our source.
    error(error) {
      log.error({ err: error }, 'request failed unexpectedly')
      return respond(INTERNAL, 500)
    },
  })

function notListening(cause: unknown, { host, port }: Pick<Config, 'host' | 'port'>): StartError {
  const code = systemCode(cause)
  if (code === 'EADDRINUSE') {
    const message = `Port ${port} of ${host} is in use. Stop the program that listens there, or set another PORT.`
    return new StartError(message, { cause })
  }
  if (code === 'EACCES') {
    const message = `This process may not use port ${port}. Set PORT to 1024 or higher, and put a reverse proxy in front.`
    return new StartError(message, { cause })
  }
  const message = `Nothing can listen on ${host}, port ${port} (${code}). HOST must be an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all of them.`
  return new StartError(message, { cause })
}

const BAD_URL = new DomainError('invalid', 'This address can’t be read.')

const respond = (body: ErrorBody, status: number) =>
  Response.json(body, {
    status,
    headers: { 'X-Request-Id': crypto.randomUUID(), 'X-Content-Type-Options': 'nosniff' },
  })
