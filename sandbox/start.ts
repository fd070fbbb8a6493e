import { getRequestListener } from '@hono/node-server'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { createSandbox, type SandboxOptions } from './app.ts'
import { startSmtpServer } from './mail/smtp-server.ts'
import { loadWorld } from './world/saved-world.ts'

export interface StartOptions extends Omit<SandboxOptions, 'world'> {
  port?: number
  smtpPort?: number
  /** Folder in which the state survives restarts. By default the state is only in memory. */
  folder?: string
}

/** Keeps idle connections open for long, so that only faults close connections in use. */
const KEEP_ALIVE_MS = 120_000

/**
 * Starts the sandbox on 127.0.0.1. Port 0, the default, picks a free port. Uses node:http, because only that server can
 * cut a connection without a response.
 */
export async function startSandbox({ port = 0, smtpPort = 0, folder, ...options }: StartOptions = {}) {
  const saved = folder ? loadWorld(options.now ?? (() => new Date()), folder) : undefined
  const { app, world } = createSandbox({ ...options, ...(saved && { world: saved.world }) })
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false })
  const server = createServer((incoming, outgoing) => {
    saved?.follow(outgoing)
    void listener(incoming, outgoing)
  })
  server.requestTimeout = 0
  server.keepAliveTimeout = KEEP_ALIVE_MS
  server.listen(port, '127.0.0.1')
  await new Promise<void>((resolve, reject) => server.once('listening', resolve).once('error', reject))
  const smtp = await startSmtpServer(world, smtpPort)
  const { port: bound } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${bound}`,
    smtpUrl: smtp.url,
    world,
    async stop() {
      const closed = new Promise<void>(resolve => server.close(() => resolve()))
      server.closeAllConnections()
      await Promise.all([closed, smtp.stop()])
      if (saved) saved.close()
      else world.files.clear()
    },
  }
}
