import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'

const FOLDER = 'processes'
/** Pads every mark to the same length, so that a shorter one overwrites a longer one completely. */
const BYTES = 256

/** The last call that a process was about to make after the database had committed its intent. */
const Intent = v.object({
  call: v.picklist(['publish', 'comment']),
  deliveryId: v.string(),
  attempt: v.number(),
})
export type Intent = v.InferOutput<typeof Intent>

const Mark = v.object({
  bootId: v.string(),
  pid: v.number(),
  startTicks: v.string(),
  intent: v.optional(Intent),
})
export type Mark = v.InferOutput<typeof Mark> & { id: string }

/**
 * Opens a file outside the database that records a process's last intent. It isn't synced, so it survives a crash of the
 * process but not a power loss, which is detected by the machine's boot id.
 */
export function openMark(dataDir: string, { id, ...identity }: Omit<Mark, 'intent'>) {
  mkdirSync(join(dataDir, FOLDER), { recursive: true, mode: 0o700 })
  const file = openSync(fileOf(dataDir, id), 'w', 0o600)
  const write = (mark: v.InferOutput<typeof Mark>) => writeSync(file, JSON.stringify(mark).padEnd(BYTES), 0)
  write(identity)
  return {
    note: (intent: Intent) => void write({ ...identity, intent }),
    remove() {
      closeSync(file)
      removeMark(dataDir, id)
    },
  }
}

export const removeMark = (dataDir: string, id: string) => rmSync(fileOf(dataDir, id), { force: true })

/** Returns the marks of processes that have not stopped cleanly. An unreadable mark counts as one without an intent. */
export function readMarks(dataDir: string): Mark[] {
  const folder = join(dataDir, FOLDER)
  if (!existsSync(folder)) return []
  return readdirSync(folder).map(id => ({ bootId: '', pid: 0, startTicks: '', ...readMark(dataDir, id), id }))
}

function readMark(dataDir: string, id: string) {
  try {
    return v.parse(Mark, JSON.parse(readFileSync(fileOf(dataDir, id), 'utf8')))
  } catch {
    return undefined
  }
}

const fileOf = (dataDir: string, id: string) => join(dataDir, FOLDER, id)
