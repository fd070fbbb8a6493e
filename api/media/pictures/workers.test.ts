import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'

import { MEDIA_ERRORS } from '#api/media/errors.ts'
import { MEDIA_MESSAGES } from '#shared/media/media.ts'
import { openPictureWorkers } from './workers.ts'

const LIMITS = {
  memoryKb: 1024 ** 2,
  heavyMemoryKb: 1024 ** 2,
  cpuMs: 60_000,
  wallMs: 60_000,
  idleMs: 60_000,
}

let folder: string
let small: string
let large: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'currawong-workers-'))
  small = join(folder, 'small.png')
  large = join(folder, 'large.png')
  const plain = (side: number) =>
    sharp({ create: { width: side, height: side, channels: 3, background: '#369' } })
  await plain(100).png().toFile(small)
  await plain(4400).png({ progressive: true, compressionLevel: 1 }).toFile(large)
})
afterAll(() => rm(folder, { recursive: true }))

type Workers = ReturnType<typeof openPictureWorkers>

const square = (workers: Workers, path: string, userId = 'pat') =>
  workers
    .run(userId, 'square', { path, side: 100, target: join(folder, crypto.randomUUID()), decoded: '' })
    .then(
      () => 'done',
      ({ message }: Error) => message,
    )

/** Returns the pids of a process's picture workers. */
function workersOf(pid: number): number[] {
  const { stdout } = Bun.spawnSync(['pgrep', '-P', String(pid), '-f', 'worker-process.ts'])
  return stdout.toString().split('\n').filter(Boolean).map(Number)
}
const ownWorkers = () => workersOf(process.pid)

const opened: Workers[] = []
function openWorkers(limits = LIMITS): Workers {
  const workers = openPictureWorkers(limits)
  opened.push(workers)
  return workers
}
afterEach(async () => {
  for (const workers of opened.splice(0)) workers.end()
  while (ownWorkers().length > 0) await Bun.sleep(10)
})

describe.if(process.platform === 'linux')('a worker that decodes pictures', () => {
  test('is killed when a picture exceeds the memory limit, and another decodes the next one', async () => {
    const workers = openWorkers({ ...LIMITS, memoryKb: 90 * 1024, heavyMemoryKb: 90 * 1024 })
    expect(await square(workers, small)).toBe('done')
    const refused = Array.from({ length: 2 }, () => square(workers, large))
    expect(await Promise.all(refused)).toEqual(Array(2).fill(MEDIA_ERRORS.imageWork))
    expect(await square(workers, small)).toBe('done')
  })

  test('is killed when a picture exceeds the CPU limit, and not replaced until it is needed', async () => {
    const workers = openWorkers({ ...LIMITS, cpuMs: 0 })
    expect(await square(workers, large)).toBe(MEDIA_ERRORS.imageWork)
    while (ownWorkers().length > 0) await Bun.sleep(10)
  })

  test('rejects its picture when it is killed, and frees its slot', async () => {
    const workers = openWorkers(LIMITS)
    expect(await square(workers, small)).toBe('done')
    const before = new Set(ownWorkers())
    const broken = square(workers, large)
    for (const pid of before) process.kill(pid, 'SIGKILL')
    expect(await broken).toBe(MEDIA_MESSAGES.unreadableImage)
    const next = Array.from({ length: 6 }, (_, index) => square(workers, small, `person ${index}`))
    expect(await Promise.all(next)).toEqual(Array(6).fill('done'))
  })

  test('exits when it has been idle, and the next job starts another', async () => {
    const workers = openWorkers({ ...LIMITS, idleMs: 100 })
    expect(ownWorkers()).toEqual([])
    expect(await square(workers, small)).toBe('done')
    while (ownWorkers().length > 0) await Bun.sleep(10)
    expect(await square(workers, small)).toBe('done')
  })

  test('ends with its pool, along with its job', async () => {
    const workers = openWorkers()
    const broken = square(workers, large)
    while (ownWorkers().length === 0) await Bun.sleep(1)
    workers.end()
    expect(await broken).toBe(MEDIA_MESSAGES.unreadableImage)
    while (ownWorkers().length > 0) await Bun.sleep(10)
    expect(await square(workers, small)).toBe('done')
  })

  test('keeps running when its service gets SIGTERM', async () => {
    const workers = openWorkers(LIMITS)
    expect(await square(workers, small)).toBe('done')
    const before = ownWorkers()
    for (const pid of before) process.kill(pid, 'SIGTERM')
    expect(await square(workers, small)).toBe('done')
    expect(ownWorkers()).toEqual(before)
  })

  test('exits with the api, even if that is killed', async () => {
    const script = `
      const { openPictureWorkers } = await import('${join(import.meta.dirname, 'workers.ts')}')
      await openPictureWorkers().run('pat', 'square', { path: '${small}', side: 9, target: '${join(folder, 'one')}', decoded: '' })
      console.log('warm')
      await Bun.sleep(60_000)`
    const parent = Bun.spawn([process.execPath, '-e', script], { stdout: 'pipe' })
    await parent.stdout.getReader().read()
    const [worker = 0] = workersOf(parent.pid)
    expect(isRunning(worker)).toBe(true)
    parent.kill('SIGKILL')
    while (isRunning(worker)) await Bun.sleep(10)
  })
})

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
