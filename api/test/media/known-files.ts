import { spyOn } from 'bun:test'

import type { ConvertedFiles, ImageJob } from '#api/media/pictures/convert.ts'
import { pictures } from '#api/media/pictures/pictures.ts'
import { tableOrProblem } from '#api/posts/imports/files/table.ts'
import { limited } from '#api/runtime/limited-process.ts'
import type { ImportReading } from '#shared/posts/imports.ts'

type Conversion = { encoded: ConvertedFiles; original: Uint8Array; jpeg: Uint8Array; thumbnail: Uint8Array }
type Run = typeof limited.run
/** Output of a process about a file, and the file as the process left it. */
type Reading = { printed: Awaited<ReturnType<Run>>; left: Uint8Array }

const convert = pictures.run
const runProcess = limited.run
const conversions = new Map<string, Conversion>()
const readings = new Map<string, Reading>()

/**
 * Converts each picture and reads each video once per process and copies the results afterwards, because most tests post the
 * same few files. Reads spreadsheets in this process, which starts no other for each. Lasts until the end of the test file.
 */
export function copyKnownFiles() {
  spyOn(pictures, 'run').mockImplementation(((userId, name, input) =>
    name === 'image'
      ? convertOnce(userId, input as ImageJob)
      : convert(userId, name, input)) as typeof convert)
  spyOn(limited, 'run').mockImplementation((command, limits, options) => {
    if (options) return runProcess(command, limits, options)
    const args = command.join(' ')
    return args.includes('read-table-process.ts') ? readTableHere(command) : readOnce(command, limits)
  })
}

async function convertOnce(userId: string, job: ImageJob): Promise<ConvertedFiles> {
  const { path, area, targets } = job
  const key = `${JSON.stringify(area)} ${Bun.hash(await Bun.file(path).bytes())}`
  const copy = conversions.get(key)
  if (!copy) {
    const encoded = await convert(userId, 'image', job)
    conversions.set(key, { encoded, ...(await readFiles(targets)) })
    return encoded
  }
  await Promise.all(
    (['original', 'jpeg', 'thumbnail'] as const).map(file => Bun.write(targets[file], copy[file])),
  )
  return { ...copy.encoded, path: targets.original }
}

async function readFiles({ original, jpeg, thumbnail }: ImageJob['targets']) {
  const read = (path: string) => Bun.file(path).bytes()
  const [originalBytes, jpegBytes, thumbnailBytes] = await Promise.all([original, jpeg, thumbnail].map(read))
  return { original: originalBytes!, jpeg: jpegBytes!, thumbnail: thumbnailBytes! }
}

async function readTableHere(command: Parameters<Run>[0]) {
  const [path = '', reading = '{}'] = command.slice(-2)
  const file = Buffer.from(await Bun.file(path).arrayBuffer())
  return {
    state: 'done' as const,
    output: JSON.stringify(tableOrProblem(file, JSON.parse(reading) as ImportReading)),
  }
}

/** Copies the result for a video with the same content. ffprobe and our script get its path as an argument. */
async function readOnce(
  command: Parameters<Run>[0],
  limits: Parameters<Run>[1],
): Promise<Reading['printed']> {
  const argument = command.findLast(arg => /^(file:)?\//.test(arg)) ?? ''
  const path = argument.replace(/^file:/, '')
  const before = await hashOf(path)
  const key = `${command.map(arg => (arg === argument ? '' : arg)).join(' ')} ${before}`
  const copy = readings.get(key)
  if (copy) {
    if (Bun.hash(copy.left) !== before) await Bun.write(path, copy.left)
    return copy.printed
  }
  const printed = await runProcess(command, limits)
  if (printed.state === 'done') readings.set(key, { printed, left: await Bun.file(path).bytes() })
  return printed
}

const hashOf = async (path: string) => Bun.hash(await Bun.file(path).bytes())
