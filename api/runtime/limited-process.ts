import { processFigures } from './process-usage.ts'

/** Limits of a process that reads untrusted input. */
export type ProcessLimits = {
  memoryKb: number
  /** CPU time of all threads. */
  cpuMs: number
  wallMs: number
  outputBytes: number
  /** Maximum size of a file that the process writes, enforced by the kernel. If set, the process runs at low priority. */
  fileBytes?: number
}

export type LimitedRun =
  | { state: 'done'; output: string }
  /** The process failed or was killed, but not for one of these limits. */
  | { state: 'failed' }
  | { state: 'over'; limit: 'memory' | 'cpu' | 'wall' | 'output' }

type Options = {
  /** Receives each line that the process prints. The output is then empty. */
  onLine?: (line: string) => void
  signal?: AbortSignal
}

const WATCH_MS = 20
const BLOCK_BYTES = 512

/** Runs one of our scripts like `limited.run`. It is killed when the api ends, because nothing would limit it then. */
export const runScript = (script: string, args: readonly string[], limits: ProcessLimits) =>
  limited.run([process.execPath, '--smol', '--no-orphans', script, ...args], limits)

/**
 * Runs a program without the api's environment, and returns what it prints. Kills it when it exceeds a limit or the signal
 * aborts. Memory and CPU time are only known on Linux; elsewhere the wall time limits both.
 * @throws the signal's reason
 */
async function runLimited(
  command: readonly string[],
  limits: ProcessLimits,
  { onLine, signal }: Options = {},
): Promise<LimitedRun> {
  signal?.throwIfAborted()
  const started = performance.now()
  const child = Bun.spawn(withKernelLimits(command, limits), {
    // glibc would retain memory in one heap per thread.
    env: { LC_ALL: 'C', MALLOC_ARENA_MAX: '2' },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'ignore',
  })
  let over: (LimitedRun & { state: 'over' })['limit'] | undefined
  const kill = () => child.kill('SIGKILL')
  const end = (limit: NonNullable<typeof over>) => {
    over ??= limit
    kill()
  }
  const watch = setInterval(() => {
    if (performance.now() - started > limits.wallMs) return end('wall')
    void processFigures(child.pid).then(({ memoryKb, cpuMs }) => {
      if (memoryKb > limits.memoryKb) end('memory')
      else if (cpuMs > limits.cpuMs) end('cpu')
    })
  }, WATCH_MS)
  signal?.addEventListener('abort', kill, { once: true })
  try {
    const output = onLine
      ? await passLines(child.stdout, onLine)
      : await readUpTo(child.stdout, limits.outputBytes)
    if (output === undefined) end('output')
    const code = await child.exited
    signal?.throwIfAborted()
    if (over) return { state: 'over', limit: over }
    return code === 0 && output !== undefined ? { state: 'done', output } : { state: 'failed' }
  } finally {
    clearInterval(watch)
    signal?.removeEventListener('abort', kill)
    kill()
  }
}

/** An object, so that tests can replace `run` by results that they have recorded. */
export const limited = { run: runLimited }

/** Returns the command in a shell that sets the kernel's limit and then becomes the program. Windows has no such limit. */
const withKernelLimits = (command: readonly string[], { fileBytes }: ProcessLimits): string[] =>
  fileBytes === undefined || process.platform === 'win32'
    ? [...command]
    : [
        '/bin/sh',
        '-c',
        `ulimit -f ${Math.ceil(fileBytes / BLOCK_BYTES)} && exec nice -n 10 "$@"`,
        'sh',
        ...command,
      ]

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

async function passLines(stream: ReadableStream<Uint8Array>, onLine: (line: string) => void) {
  const decoder = new TextDecoder()
  let line = ''
  for await (const chunk of stream) {
    const lines = (line + decoder.decode(chunk, { stream: true })).split('\n')
    line = lines.pop() ?? ''
    for (const whole of lines) onLine(whole)
  }
  return ''
}
