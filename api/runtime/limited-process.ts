import { processFigures } from './process-usage.ts'

/** Limits of a process that reads untrusted input. */
export type ProcessLimits = { memoryKb: number; cpuMs: number; wallMs: number; outputBytes: number }

type LimitedRun =
  | { state: 'done'; output: string }
  /** The process failed or was killed, but not for one of these limits. */
  | { state: 'failed' }
  | { state: 'over'; limit: 'memory' | 'cpu' | 'wall' | 'output' }

const WATCH_MS = 20

/**
 * Runs one of our scripts in a process of its own, without the api's environment, and returns what it prints. Kills the process when
 * it exceeds a limit. Memory and CPU time are only known on Linux; elsewhere the wall time limits both.
 */
export async function runLimited(
  script: string,
  args: readonly string[],
  limits: ProcessLimits,
): Promise<LimitedRun> {
  const started = performance.now()
  const child = Bun.spawn([process.execPath, '--smol', script, ...args], {
    // glibc would retain memory in one heap per thread.
    env: { MALLOC_ARENA_MAX: '2' },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'ignore',
  })
  let over: (LimitedRun & { state: 'over' })['limit'] | undefined
  const end = (limit: NonNullable<typeof over>) => {
    over ??= limit
    child.kill('SIGKILL')
  }
  const watch = setInterval(() => {
    if (performance.now() - started > limits.wallMs) return end('wall')
    void processFigures(child.pid).then(({ memoryKb, cpuMs }) => {
      if (memoryKb > limits.memoryKb) end('memory')
      else if (cpuMs > limits.cpuMs) end('cpu')
    })
  }, WATCH_MS)
  try {
    const output = await readUpTo(child.stdout, limits.outputBytes)
    if (output === undefined) end('output')
    const code = await child.exited
    if (over) return { state: 'over', limit: over }
    return code === 0 && output !== undefined ? { state: 'done', output } : { state: 'failed' }
  } finally {
    clearInterval(watch)
    child.kill('SIGKILL')
  }
}

/** Returns undefined for a longer stream. */
async function readUpTo(stream: ReadableStream<Uint8Array>, maxBytes: number): Promise<string | undefined> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of stream) {
    bytes += chunk.length
    if (bytes > maxBytes) return undefined
    chunks.push(chunk)
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}
