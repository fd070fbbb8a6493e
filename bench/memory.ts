import { contractClient } from '../e2e/client.ts'
import { startProduct } from '../e2e/processes.ts'
import { sandboxClient } from '../e2e/sandbox-client.ts'
import type { Figure } from './figure.ts'
import { residentBytes } from './process-figures.ts'

const MB = 1024 ** 2
const VIDEO_BYTES = 300 * MB
const SAMPLE_MS = 20
const IDLE_MS = 5000

/** Measures the api's idle memory and the growth while it receives a 300 MB video. */
export async function memory(): Promise<Figure[]> {
  const product = await startProduct()
  try {
    const client = contractClient(product.url, sandboxClient(product.sandboxUrl))
    await Bun.sleep(IDLE_MS)
    const idle = residentBytes(product.pid())
    await client.signUp('bench@example.com')
    await client.addDomain('Bench')
    await client.connectFacebook('Bench page')
    await Bun.sleep(IDLE_MS)
    const before = residentBytes(product.pid())

    let peak = before
    const sampling = setInterval(() => (peak = Math.max(peak, residentBytes(product.pid()))), SAMPLE_MS)
    const started = performance.now()
    await client.createPost({
      message: 'A long video',
      files: [await largeVideo()],
      networks: ['facebook'],
      at: new Date(Date.now() + 3600_000),
    })
    const seconds = (performance.now() - started) / 1000
    clearInterval(sampling)

    return [
      { name: 'api at rest', value: idle, unit: 'bytes', limit: 200 * MB },
      { name: 'growth while receiving a 300 MB video', value: peak - before, unit: 'bytes', limit: 100 * MB },
      { name: 'growth per byte received', value: (peak - before) / VIDEO_BYTES, unit: 'ratio' },
      { name: 'bytes received per second', value: VIDEO_BYTES / seconds, unit: 'bytes' },
    ]
  } finally {
    await product.stop()
  }
}

/** Pads a short video to the size with an `mdat` box that no track refers to. */
async function largeVideo(): Promise<File> {
  const clip = await Bun.file(`${import.meta.dirname}/../api/test/fixtures/clip.mp4`).bytes()
  const free = new Uint8Array(VIDEO_BYTES - clip.length)
  new DataView(free.buffer).setUint32(0, free.length)
  free.set(new TextEncoder().encode('mdat'), 4)
  return new File([clip, free], 'long.mp4', { type: 'video/mp4' })
}
