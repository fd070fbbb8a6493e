import { constants } from 'node:os'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'

import { onLauncherGone } from '#api/boot/launchers.ts'

export type ChildProcess = {
  name: string
  pid: number
  ready: Promise<string>
  exited: Promise<number>
  /** Returns the last lines of output, which explain an unexpected exit. */
  lastLines: () => string
  end: (signal: NodeJS.Signals) => Promise<number>
}

type Start = {
  name: string
  /** Arguments of `bun`. */
  args: string[]
  env?: Record<string, string | undefined>
  /** Matches the line that reports readiness. */
  ready: RegExp
  /** Called with each line of output. */
  onLine?: (line: string) => void
}

const MAX_LINES = 30
const STOP_MS = 12_000

/** Creates a group of child processes, which `stop` ends together. */
export function createProcessGroup() {
  const children: Bun.Subprocess[] = []
  let stopping: Promise<void> | undefined

  function start({ name, args, env, ready, onLine }: Start): ChildProcess {
    const child = Bun.spawn([process.execPath, '--no-orphans', ...args], {
      env: { ...process.env, ...env },
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
    })
    children.push(child)
    const lastLines: string[] = []
    const readyLine = Promise.withResolvers<string>()
    readyLine.promise.catch(() => {})
    const read = (line: string) => {
      lastLines.push(line)
      if (lastLines.length > MAX_LINES) lastLines.shift()
      onLine?.(line)
      if (ready.test(line)) readyLine.resolve(line)
    }
    const drained = Promise.all([eachLine(child.stdout, read), eachLine(child.stderr, read)])
    const exited = child.exited.then(async code => {
      await drained
      readyLine.reject(
        new Error(`${name} ended with code ${code} before it served:\n${lastLines.join('\n')}`),
      )
      return code
    })
    return {
      name,
      pid: child.pid,
      ready: readyLine.promise,
      exited,
      lastLines: () => lastLines.join('\n'),
      end(signal) {
        child.kill(signal)
        return exited
      },
    }
  }

  async function stopAll() {
    const running = children.filter(child => child.exitCode === null && child.signalCode === null)
    for (const child of running) child.kill('SIGTERM')
    const overdue = setTimeout(() => running.forEach(child => child.kill('SIGKILL')), STOP_MS)
    await Promise.all(running.map(child => child.exited))
    clearTimeout(overdue)
  }

  return { start, stop: () => (stopping ??= stopAll()) }
}
export type ProcessGroup = ReturnType<typeof createProcessGroup>

/** Stops the group and exits on Ctrl-C, on SIGTERM, and when the launcher of this process or one of `children` exits. */
export function exitTogether(processes: ProcessGroup, children: ChildProcess[]) {
  let ending = false
  const end = async (code: number) => {
    if (ending) return
    ending = true
    await processes.stop()
    process.exit(code)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      console.log('\nStopping …')
      void end(signal === 'SIGINT' ? 0 : 128 + constants.signals[signal])
    })
  }
  onLauncherGone(() => void end(1))
  for (const { name, exited, lastLines } of children) {
    void exited.then(code => {
      if (ending) return undefined
      console.log(
        `\n${name} ended unexpectedly (code ${code}), so everything stops. What it printed last:\n\n` +
          `${lastLines() || '(nothing)'}\n\nYour data is saved. Start again with the same command.`,
      )
      return end(1)
    })
  }
}

async function eachLine(stream: ReadableStream<Uint8Array>, read: (line: string) => void) {
  for await (const line of createInterface({ input: Readable.from(stream) })) read(line)
}
