import { mkdtempSync, rmSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { testApp } from '#api/test/app.ts'
import { atEnd } from '#api/test/at-end.ts'
import { APP_SECRET, sandboxSettings } from './sandbox.ts'

const SERVER = join(import.meta.dirname, '../../server.ts')

export type ServedApi = Awaited<ReturnType<typeof serveApi>>

/** Starts the real server on a free port of 127.0.0.1, and a test app on the same database that signs up users. */
export async function serveApi(env: Record<string, string> = {}, { preload }: { preload?: string } = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'currawong-served-'))
  atEnd(() => rmSync(dataDir, { recursive: true, force: true }))
  const shared = { DATA_DIR: dataDir, DATABASE_URL: `file:${join(dataDir, 'currawong.db')}`, ...env }
  const app = await testApp({ env: shared })
  const child = Bun.spawn([process.execPath, ...(preload ? ['--preload', preload] : []), SERVER], {
    env: {
      PATH: process.env['PATH'] ?? '',
      NODE_ENV: 'test',
      APP_SECRET,
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'info',
      ...sandboxSettings(app.sandbox),
      ...shared,
    },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'inherit',
  })
  atEnd(() => child.kill('SIGKILL'))
  const lines: string[] = []
  const ready = Promise.withResolvers<string>()
  ready.promise.catch(() => {})
  void readLines(child.stdout, line => {
    lines.push(line)
    if (line.startsWith('ready ')) ready.resolve(line.slice('ready '.length))
  })
  void child.exited.then(code =>
    ready.reject(new Error(`the api ended with code ${code}: ${lines.join('\n')}`)),
  )
  const url = await ready.promise

  return {
    ...app,
    dataDir,
    child,
    url,
    /** Resolves once that many uploads are in flight. */
    hasTemporaryFiles: async (count: number) =>
      (await readdir(join(dataDir, 'tmp')).catch(() => [])).length >= count,
    port: Number(new URL(url).port),
    /** Parsed log lines at level `error` and above. */
    errors: () =>
      lines
        .filter(line => line.startsWith('{'))
        .map(line => JSON.parse(line) as { level: number; msg: string })
        .filter(({ level }) => level >= 50),
  }
}

async function readLines(stream: ReadableStream<Uint8Array>, read: (line: string) => void) {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of stream) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = parts.pop() ?? ''
    parts.forEach(read)
  }
}
