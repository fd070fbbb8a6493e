import { readdirSync, readFileSync } from 'node:fs'
import sharp from 'sharp'

import { contractClient } from '../e2e/client.ts'
import { startProduct } from '../e2e/processes.ts'
import { sandboxClient } from '../e2e/sandbox-client.ts'
import type { Figure } from './figure.ts'
import { median } from './median.ts'
import { residentBytes } from './process-figures.ts'

const MB = 1024 ** 2
const SAMPLE_MS = 20
const IDLE_MS = 3000
const PHOTOS = 5

type Picture = { name: string; path: 'media' | 'users/updateProfile'; file: Buffer; refused?: true }

/**
 * Uploads pictures that decode to the largest permitted size, and larger ones, one at a time. Measures the memory of all
 * api processes, the duration of each upload and the latency of concurrent reads.
 */
export async function pictures(): Promise<Figure[]> {
  const bombs = await createDecompressionBombs()
  const photo = await createPhoto()
  const product = await startProduct()
  try {
    const client = contractClient(product.url, sandboxClient(product.sandboxUrl))
    await client.signUp('bench@example.com')
    const send = ({ path, file }: Pick<Picture, 'path' | 'file'>) => {
      const form = new FormData()
      form.append(path === 'media' ? 'media' : 'profileImage', new File([new Uint8Array(file)], 'picture'))
      return client.call(path, { method: path === 'media' ? 'POST' : 'PUT', form }).then(
        () => true,
        (error: Error) => (/ 5\d\d:/.test(error.message) ? Promise.reject(error) : false),
      )
    }
    await Bun.sleep(IDLE_MS)
    const idle = treeBytes(product.pid())

    const figures: Figure[] = []
    const times: number[] = []
    for (let index = 0; index < PHOTOS; index++)
      times.push(await timed(() => send({ path: 'media', file: photo })))
    figures.push(
      { name: 'photo of 12 million pixels, the first', value: times[0]!, unit: 'ms' },
      { name: 'photo of 12 million pixels, later', value: median(times.slice(1)), unit: 'ms' },
    )

    let peak = idle
    const sampling = setInterval(() => (peak = Math.max(peak, treeBytes(product.pid()))), SAMPLE_MS)
    const reads = readRepeatedly(() => client.call('users/getUserInfo', { json: {} }))
    for (const bomb of bombs) {
      peak = treeBytes(product.pid())
      let isTaken = false
      const ms = await timed(async () => void (isTaken = await send(bomb)))
      if (isTaken === Boolean(bomb.refused))
        throw new Error(`${bomb.name} was ${isTaken ? 'taken' : 'refused'}`)
      figures.push(
        {
          name: `${bomb.name} (${Math.ceil(bomb.file.length / 1024)} KB)`,
          value: ms,
          unit: 'ms',
          limit: 10_000,
        },
        { name: '  memory of all processes, above idle', value: peak - idle, unit: 'bytes', limit: 300 * MB },
      )
    }
    await Promise.all(bombs.filter(({ refused }) => !refused).map(send))
    figures.push({
      name: 'all at once: memory above idle',
      value: peak - idle,
      unit: 'bytes',
      limit: 300 * MB,
    })
    clearInterval(sampling)
    const waits = await reads.stop()
    figures.push({
      name: `slowest of ${waits.length} other reads`,
      value: Math.max(...waits),
      unit: 'ms',
      limit: 500,
    })
    return figures
  } finally {
    await product.stop()
  }
}

async function createDecompressionBombs(): Promise<Picture[]> {
  const plain = (side: number, channels: 3 | 4 = 3) =>
    sharp({ create: { width: side, height: side, channels, background: { r: 200, g: 30, b: 60, alpha: 1 } } })
  const profile = 'users/updateProfile' as const
  const full = { progressive: true, chromaSubsampling: '4:4:4' } as const
  return [
    {
      name: 'AVIF of 9990²',
      path: profile,
      refused: true,
      file: await plain(9990).avif({ effort: 0 }).toBuffer(),
    },
    {
      name: 'progressive JPEG of 9990²',
      path: 'media',
      refused: true,
      file: await plain(9990).jpeg(full).toBuffer(),
    },
    {
      name: 'Adam7 PNG of 9990²',
      path: 'media',
      refused: true,
      file: await plain(9990).png({ progressive: true }).toBuffer(),
    },
    { name: 'AVIF of 3160²', path: profile, file: await plain(3160).avif({ effort: 0 }).toBuffer() },
    {
      name: 'progressive JPEG of 4472², profile',
      path: profile,
      file: await plain(4472).jpeg(full).toBuffer(),
    },
    { name: 'progressive JPEG of 5000²', path: 'media', file: await plain(5000).jpeg(full).toBuffer() },
    {
      name: 'progressive CMYK JPEG of 4330²',
      path: 'media',
      file: await plain(4330).toColourspace('cmyk').jpeg(full).toBuffer(),
    },
    {
      name: 'Adam7 PNG of 3535², RGBA of 16 bits',
      path: 'media',
      file: await plain(3535, 4).toColourspace('rgb16').png({ progressive: true }).toBuffer(),
    },
    { name: 'JPEG of 9990²', path: 'media', file: await plain(9990).jpeg().toBuffer() },
    {
      name: 'JPEG of 9990², rotated',
      path: 'media',
      file: await plain(9990).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
    },
    { name: 'PNG of 9990²', path: 'media', file: await plain(9990).png().toBuffer() },
  ]
}

/** Creates soft noise, which takes a JPEG encoder as long as a detailed photo. */
async function createPhoto(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const grain = await sharp({ create: { width: 1008, height: 756, channels: 3, background: 'white', noise } })
    .png()
    .toBuffer()
  return await sharp(grain)
    .resize(4032, 3024, { fit: 'fill' })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 90 })
    .toBuffer()
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

/** Repeats a read until stopped. `stop` returns the duration of each read, in milliseconds. */
function readRepeatedly(read: () => Promise<unknown>) {
  const waits: number[] = []
  const stopping = new AbortController()
  const reading = (async () => {
    while (!stopping.signal.aborted) {
      waits.push(await timed(read))
      await Bun.sleep(SAMPLE_MS)
    }
  })()
  return {
    async stop() {
      stopping.abort()
      await reading
      return waits
    },
  }
}

/** Returns the resident memory of a process and its descendants. */
function treeBytes(root: number): number {
  const parents = new Map(
    readdirSync('/proc').flatMap(name =>
      /^\d+$/.test(name) ? [[Number(name), parentOf(Number(name))] as const] : [],
    ),
  )
  const isBelow = (pid: number): boolean => pid === root || (parents.has(pid) && isBelow(parents.get(pid)!))
  return [...parents.keys()].filter(isBelow).reduce((sum, pid) => sum + bytesOf(pid), 0)
}

function parentOf(pid: number): number {
  try {
    return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
  } catch {
    return 0
  }
}

function bytesOf(pid: number): number {
  try {
    return residentBytes(pid)
  } catch {
    return 0
  }
}
