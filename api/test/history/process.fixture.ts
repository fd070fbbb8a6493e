import { probeOutages } from '#api/accounts/health.ts'
import { openContext } from '#api/boot/open-context.ts'
import { createEngine } from '#api/publishing/engine.ts'
import { readConfig } from '#api/runtime/config.ts'
import { type Crash, crashingDb } from '#api/test/db/crashing.ts'
import { PAUSE_SHARE } from '#api/test/publishing.ts'
import type { FromProcess, ToProcess } from './processes.ts'

/** Publishes when it is told to, in a process of its own, on the clock of the process that started it. */
let time = 0
const send = (message: FromProcess) => process.send!(message)
const paused = new Map<string, () => void>()

async function pause(ms: number) {
  const id = crypto.randomUUID()
  const advanced = Promise.withResolvers<void>()
  paused.set(id, advanced.resolve)
  send({ is: 'pausing', id, ms })
  await advanced.promise
  await Bun.sleep(ms * PAUSE_SHARE)
}

const ctx = await openContext(readConfig(process.env), {
  now: () => new Date(time),
  pause,
  logCall: call => send({ is: 'calling', call }),
})
const engine = createEngine(ctx)

async function run() {
  await probeOutages(ctx)
  await engine.tick()
  await engine.idle()
}

async function crash(how: Crash) {
  const dying = createEngine({ ...ctx, db: crashingDb(ctx.db, how) })
  await dying.tick().catch(() => {})
  await dying.stop()
}

process.on('message', (message: ToProcess) => {
  time = message.time
  if (message.do === 'go on') paused.get(message.id)?.()
  if (message.do === 'run' || message.do === 'crash')
    (message.do === 'run' ? run() : crash(message.crash)).then(
      () => send({ is: 'done' }),
      (error: unknown) => send({ is: 'failed', error: String(error instanceof Error ? error.stack : error) }),
    )
})
process.on('disconnect', () => process.exit(0))
send({ is: 'done' })
