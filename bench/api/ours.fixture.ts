import { pino } from 'pino'

import { createApp } from '../../api/app.ts'
import { openContext } from '../../api/boot/open-context.ts'
import { listen } from '../../api/http/listen.ts'
import { readConfig } from '../../api/runtime/config.ts'
import { createLog } from '../../api/runtime/logger.ts'

/** Serves the api without its jobs. Log lines are formatted and written to /dev/null. */
const config = readConfig(process.env)
const log = createLog(config, pino.destination({ dest: '/dev/null', sync: true }))
const ctx = await openContext(config, { log })
const server = listen(config, {
  app: createApp(ctx),
  site: () => Promise.resolve(new Response(null, { status: 404 })),
  log,
})
console.log(`ready http://${server.hostname}:${server.port}`)
