import sharp from 'sharp'

import { lowerPriority } from '#api/runtime/priority.ts'
import { conversionFailure, convertToFiles, convertToSmaller, convertToSquare } from './convert.ts'
import { inspectPicture } from './limits.ts'

/** The jobs by their names in requests of workers.ts, which sends one at a time. */
const pictureJobs = {
  inspect: inspectPicture,
  image: convertToFiles,
  smaller: convertToSmaller,
  square: convertToSquare,
}
export type PictureJobs = typeof pictureJobs

/** Lower priority than the api, which must keep responding while pictures are decoded. */
const PRIORITY = 10

type JobRequest = {
  [Name in keyof PictureJobs]: { name: Name; input: Parameters<PictureJobs[Name]>[0] }
}[keyof PictureJobs]

sharp.cache(false)
// One thread, because there is a worker for each core, and decoding, which takes most of the time, uses a single thread.
sharp.concurrency(1)
lowerPriority(PRIORITY)
// A service manager signals all processes of a service. This one ignores the signal: it exits when the api disconnects, after
// its last upload.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => {})
process.on('disconnect', () => process.exit(0))
process.on('message', (request: JobRequest) => void run(request))

async function run({ name, input }: JobRequest): Promise<void> {
  try {
    const output = await (pictureJobs[name] as (input: unknown) => Promise<unknown>)(input)
    process.send?.({ output })
  } catch (error) {
    const { code, message } = conversionFailure(error)
    process.send?.({ refusal: { code, message } })
  }
}
