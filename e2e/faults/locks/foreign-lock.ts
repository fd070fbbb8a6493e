import { atEnd } from '#api/test/at-end.ts'

/** Starts another program that can hold the write lock of a database file. */
export async function startLockHolder(file: string) {
  const child = Bun.spawn(
    [process.execPath, '--no-orphans', `${import.meta.dirname}/lock-holder.fixture.ts`, file],
    {
      stdin: 'pipe',
      stdout: 'pipe',
      stderr: 'inherit',
    },
  )
  atEnd(async () => {
    child.kill()
    await child.exited
  })
  const lines = readLines(child.stdout)
  const next = async (wanted: string) => {
    const { value } = await lines.next()
    if (value !== wanted) throw new Error(`The lock holder said ${String(value)}, not ${wanted}`)
  }
  await next('ready')

  return {
    /** Resolves once the lock is held, with a promise of its release. */
    async hold(ms: number) {
      await child.stdin.write(`${ms}\n`)
      await child.stdin.flush()
      await next('locked')
      return { released: next('released') }
    },
  }
}

async function* readLines(stream: ReadableStream<Uint8Array>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}
