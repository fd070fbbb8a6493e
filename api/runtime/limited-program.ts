import { processFigures } from './process-usage.ts'

export type ProgramLimits = {
  wallMs: number
  memoryKb: number
  /** CPU time of all threads, in seconds; enforced by the kernel. */
  cpuSeconds?: number
  /** Size of a file that it may write; enforced by the kernel. */
  fileBytes?: number
}

type Options = {
  limits: ProgramLimits
  /** Receives each line that the program prints. The output is then empty. */
  onLine?: (line: string) => void
  signal?: AbortSignal
}

const MEMORY_CHECK_MS = 100
const BLOCK_BYTES = 512
const MAX_OUTPUT = 4 * 1024 * 1024

/**
 * Runs a program on untrusted input, without the api's environment, and kills it when it exceeds a limit or the signal aborts.
 * Resolves to its output, or undefined if it failed. `runLimited` runs our own scripts.
 * @throws the signal's reason
 */
export async function runProgram(
  command: string[],
  { limits, onLine, signal }: Options,
): Promise<string | undefined> {
  signal?.throwIfAborted()
  const child = Bun.spawn(withKernelLimits(command, limits), {
    env: { LC_ALL: 'C' },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'ignore',
    timeout: limits.wallMs,
    killSignal: 'SIGKILL',
  })
  const kill = () => child.kill('SIGKILL')
  const checkMemory = async () => {
    const { memoryKb } = await processFigures(child.pid)
    if (memoryKb > limits.memoryKb) kill()
  }
  const memoryChecks = setInterval(() => void checkMemory(), MEMORY_CHECK_MS)
  signal?.addEventListener('abort', kill, { once: true })
  try {
    const output = await readLines(child.stdout, onLine)
    const code = await child.exited
    signal?.throwIfAborted()
    return code === 0 ? output : undefined
  } finally {
    kill()
    clearInterval(memoryChecks)
    signal?.removeEventListener('abort', kill)
  }
}

/** Lets a shell set the kernel's limits and a low priority before the program replaces it. Windows has no such limits. */
function withKernelLimits(command: string[], { cpuSeconds, fileBytes }: ProgramLimits): string[] {
  if (process.platform === 'win32' || (cpuSeconds === undefined && fileBytes === undefined)) return command
  const limits = [
    ...(cpuSeconds === undefined ? [] : [`ulimit -t ${Math.ceil(cpuSeconds)}`]),
    ...(fileBytes === undefined ? [] : [`ulimit -f ${Math.ceil(fileBytes / BLOCK_BYTES)}`]),
    'exec nice -n 10 "$@"',
  ]
  return ['/bin/sh', '-c', limits.join(' && '), 'sh', ...command]
}

async function readLines(stdout: ReadableStream<Uint8Array>, onLine?: (line: string) => void) {
  const decoder = new TextDecoder()
  let output = ''
  let line = ''
  for await (const chunk of stdout) {
    const text = decoder.decode(chunk, { stream: true })
    if (!onLine) {
      output += text
      if (output.length > MAX_OUTPUT) return ''
      continue
    }
    const lines = (line + text).split('\n')
    line = lines.pop() ?? ''
    for (const whole of lines) onLine(whole)
  }
  return output
}
