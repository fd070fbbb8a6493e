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
/** Longer than any mark, so that a shorter one leaves nothing of the one before. */
const BYTES = 256

/** The last call that a process was about to make, whose intent the database had committed. */
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
 * Opens a file outside the database that names a process's last intent. It isn't synced: it outlives the process and not a
 * power loss, which the machine's boot id shows.
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

/** The marks of processes that have not stopped cleanly. One that can't be read counts as without an intent. */
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
