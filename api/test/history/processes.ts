import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { LoggedCall } from '#api/publishing/call-log.ts'
import { atEnd } from '#api/test/at-end.ts'
import { testClock } from '#api/test/clock.ts'
import type { Crash } from '#api/test/db/crashing.ts'
import { type PublishingApp, publishingApp } from '#api/test/publishing.ts'
import { APP_SECRET, sandboxSettings } from '#api/test/servers/sandbox.ts'
import type { NetworkId } from '#shared/networks.ts'

type Order =
  | { do: 'run' }
  | { do: 'crash'; crash: Crash }
  | { do: 'set the clock' }
  | { do: 'go on'; id: string }
/** Each order brings the time, in Unix milliseconds. */
export type ToProcess = Order & { time: number }
export type FromProcess =
  | { is: 'done' }
  | { is: 'failed'; error: string }
  | { is: 'pausing'; id: string; ms: number }
  | { is: 'calling'; call: LoggedCall }

/** Creates an app whose database is a file, and further processes that publish what is due whenever the app does. */
export async function severalProcesses(count: number, networks: NetworkId[]): Promise<PublishingApp> {
  const folder = mkdtempSync(join(tmpdir(), 'currawong-history-'))
  atEnd(() => rmSync(folder, { recursive: true, force: true }))
  const others: ReturnType<typeof startProcess>[] = []
  const clock = sharedClock(() => others.forEach(other => other.send({ do: 'set the clock' })))
  const url = `file:${join(folder, 'currawong.db')}`
  const app = await publishingApp({ networks, clock, env: { DATABASE_URL: url } })
  for (let each = 1; each < count; each++) others.push(startProcess(app, url))
  await Promise.all(others.map(({ ready }) => ready))

  const run = async () => void (await Promise.all([app.run(), ...others.map(other => other.run())]))
  let lastCrashed = 0
  return {
    ...app,
    run,
    /** Lets another process die while all others work. */
    async runAndCrash(crash) {
      const dying = others[lastCrashed++ % others.length]!
      const rest = others.filter(other => other !== dying)
      await Promise.all([dying.crash(crash), app.run(), ...rest.map(other => other.run())])
    },
  }
}

function sharedClock(onChange: () => void) {
  const clock = testClock()
  return {
    now: clock.now,
    advance(ms: number): undefined {
      clock.advance(ms)
      onChange()
    },
    set(date: Date): undefined {
      clock.set(date)
      onChange()
    },
  }
}

function startProcess({ ctx, clock, sandbox }: PublishingApp, databaseUrl: string) {
  let working = Promise.withResolvers<void>()

  function receive(message: FromProcess) {
    switch (message.is) {
      case 'done':
        return working.resolve()
      case 'failed':
        return working.reject(new Error(message.error))
      case 'pausing':
        clock.advance(message.ms)
        return send({ do: 'go on', id: message.id })
      case 'calling':
        return ctx.logCall(message.call)
    }
  }
  const child = Bun.spawn([process.execPath, `${import.meta.dirname}/process.fixture.ts`], {
    env: {
      ...process.env,
      ...sandboxSettings(sandbox),
      NODE_ENV: 'test',
      APP_SECRET,
      LOG_LEVEL: 'silent',
      DATA_DIR: ctx.config.dataDir,
      DATABASE_URL: databaseUrl,
      PUBLIC_URL: ctx.config.publicUrl,
    },
    stdout: 'inherit',
    stderr: 'inherit',
    ipc: receive,
    onExit: (_, code) => working.reject(new Error(`A publishing process ended with ${code}`)),
  })
  atEnd(() => child.kill('SIGKILL'))
  const send = (order: Order) => void child.send({ ...order, time: +clock.now() })
  const perform = (order: Order) => {
    working = Promise.withResolvers()
    send(order)
    return working.promise
  }

  return {
    ready: working.promise,
    send,
    run: () => perform({ do: 'run' }),
    crash: (crash: Crash) => perform({ do: 'crash', crash }),
  }
}
