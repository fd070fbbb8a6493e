import * as v from 'valibot'

import { StartError } from '#api/errors.ts'
import type { Logger } from '#api/runtime/logger.ts'
import type { ErrorBody } from '#shared/errors.ts'
import type { Config } from '../config.ts'
import { DomainError } from '../errors.ts'
import { INTERNAL } from './error-handler.ts'

const LARGEST_REQUEST_BYTES = 4 * 1024 ** 3
/** Bun's most. Uploads may pause for long on a phone; server-sent events have a heartbeat. */
const IDLE_TIMEOUT_SECONDS = 255

type Parts = {
  app: { fetch(request: Request, bindings: { address?: string }): Response | Promise<Response> }
  site: (request: Request) => Promise<Response>
  log: Logger
}

/** One port for the api and the built site. */
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
    maxRequestBodySize: LARGEST_REQUEST_BYTES,
    idleTimeout: IDLE_TIMEOUT_SECONDS,
    fetch(request, server) {
      // The Host header is part of the address, and may be anything.
      const path = URL.parse(request.url)?.pathname
      if (path === undefined) return answer(BAD_ADDRESS.body, BAD_ADDRESS.status)
      if (!/^\/(api|uploads)\//.test(path)) return site(request)
      const address = server.requestIP(request)?.address
      return app.fetch(request, address ? { address } : {})
    },
    // Without it Bun answers with a page of our source.
    error(error) {
      log.error({ err: error }, 'request broke')
      return answer(INTERNAL, 500)
    },
  })

function notListening(cause: unknown, { host, port }: Pick<Config, 'host' | 'port'>): StartError {
  const { code } = v.parse(SystemError, cause)
  if (code === 'EADDRINUSE') {
    const says = `Port ${port} of ${host} is taken. End what listens there, or start with another PORT.`
    return new StartError(says, { cause })
  }
  if (code === 'EACCES') {
    const says = `This user may not listen on port ${port}. Start with a PORT above 1023, behind a proxy.`
    return new StartError(says, { cause })
  }
  const says = `Nothing can listen on ${host}, port ${port} (${code}). HOST must be an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all of them.`
  return new StartError(says, { cause })
}

const SystemError = v.object({ code: v.optional(v.string()) })

const BAD_ADDRESS = new DomainError('invalid', 'This address can’t be read.')

const answer = (body: ErrorBody, status: number) =>
  Response.json(body, {
    status,
    headers: { 'X-Request-Id': crypto.randomUUID(), 'X-Content-Type-Options': 'nosniff' },
  })
