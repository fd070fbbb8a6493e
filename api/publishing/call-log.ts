import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'

import { systemCode } from '#api/runtime/errors.ts'
import { DAY_MS } from '#shared/durations.ts'

const FOLDER = 'processes'
/** Time for which calls are logged. It covers the period in which failed posts may have been retried (`recovery.ts`). */
const RETENTION_MS = 7 * DAY_MS
/** Maximum size of the log. Above it, segments that are older than a day are removed early. */
const MAX_BYTES = 64 * 2 ** 20
const SEGMENT_BYTES = 4 * 2 ** 20

/** A publishing call, as it was about to be made. `withdrawn`: the network refused the attempt's call to publish. */
const LoggedCall = v.object({
  call: v.picklist(['publish', 'comment', 'withdrawn']),
  deliveryId: v.string(),
  attempt: v.number(),
  /** Time of the call in Unix milliseconds. */
  at: v.number(),
  account: v.string(),
  /** The text and the ids by which the network's copy is recognised. */
  intent: v.record(v.string(), v.unknown()),
})
export type LoggedCall = v.InferOutput<typeof LoggedCall>

/**
 * Opens a process's log of publishing calls, outside the database: one line of JSON per call. It isn't synced, so it survives
 * a crash of the process but not a power loss, which is detected by the machine's boot id.
 */
export function openCallLog(dataDir: string, id: string) {
  mkdirSync(join(dataDir, FOLDER), { recursive: true, mode: 0o700 })
  let count = 0
  let segment = openSegment(dataDir, id, count)

  function rotate() {
    // Opens first: if that fails, the current segment stays open.
    const next = openSegment(dataDir, id, count + 1)
    closeSync(segment.file)
    segment = next
    count++
    removeOldSegments(dataDir, each => each.id === id && each.name !== next.name)
  }

  return {
    /** @throws {Error} if the line can't be written completely; then the call must not be made */
    append(call: LoggedCall) {
      if (segment.bytes >= SEGMENT_BYTES || Date.now() - segment.openedAt >= DAY_MS) rotate()
      // The line break comes first, so that an incomplete line doesn't corrupt the next one.
      const line = Buffer.from(`\n${JSON.stringify(call)}`)
      const written = writeSync(segment.file, line)
      segment.bytes += written
      if (written < line.length) throw new Error('The publishing call could not be logged: is the disk full?')
    },
    /** Keeps the logged calls, because a backup of the database may be restored later. */
    close() {
      closeSync(segment.file)
      if (segment.bytes === 0) rmSync(pathOf(dataDir, segment.name), { force: true })
    },
  }
}

function openSegment(dataDir: string, id: string, count: number) {
  const name = `${id}.${count}.jsonl`
  return { name, file: openSync(pathOf(dataDir, name), 'a', 0o600), bytes: 0, openedAt: Date.now() }
}

/** Returns all logged calls. Incomplete lines are skipped: their calls were not made. */
export const readCalls = (dataDir: string): LoggedCall[] =>
  segmentsIn(dataDir).flatMap(({ name }) =>
    readSegment(pathOf(dataDir, name))
      .split('\n')
      .flatMap(line => parse(line) ?? []),
  )

/** Returns nothing for a segment that another process has just removed. */
function readSegment(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return ''
    throw error
  }
}

function parse(line: string): LoggedCall | undefined {
  try {
    return v.parse(LoggedCall, JSON.parse(line))
  } catch {
    return undefined
  }
}

/** Returns the ids of the processes that have a log. */
export const loggedProcesses = (dataDir: string) => new Set(segmentsIn(dataDir).map(({ id }) => id))

type Segment = { name: string; id: string }

/** Removes chosen segments older than a week. While they exceed `MAX_BYTES`, also the oldest, if older than a day. */
export function removeOldSegments(dataDir: string, isChosen: (segment: Segment) => boolean): void {
  const found = segmentsIn(dataDir).flatMap(segment => {
    const stats = isChosen(segment)
      ? statSync(pathOf(dataDir, segment.name), { throwIfNoEntry: false })
      : undefined
    return stats ? [{ name: segment.name, bytes: stats.size, age: Date.now() - stats.mtimeMs }] : []
  })
  let bytes = 0
  for (const segment of found.toSorted((a, b) => a.age - b.age)) {
    bytes += segment.bytes
    if (segment.age > RETENTION_MS || (segment.age > DAY_MS && bytes > MAX_BYTES))
      rmSync(pathOf(dataDir, segment.name), { force: true })
  }
}

function segmentsIn(dataDir: string): Segment[] {
  const folder = join(dataDir, FOLDER)
  if (!existsSync(folder)) return []
  return readdirSync(folder).map(name => ({ name, id: name.replace(/\..*/, '') }))
}

const pathOf = (dataDir: string, name: string) => join(dataDir, FOLDER, name)
