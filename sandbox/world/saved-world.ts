import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'

import { createWorld, emptyState } from './create-world.ts'
import type { SavedState, World } from './world.ts'

const SAVE_EVERY_MS = 1000

/**
 * Opens the state that was saved in a folder, so that accounts stay connected and posts public across a restart. Looks for
 * changes while requests are handled and after them, and after mails, because a sample business of some months takes 60 ms
 * to serialise. The sandbox runs on if it can't save.
 */
export function loadWorld(now: () => Date, folder: string, say: (line: string) => void = console.error) {
  const file = join(folder, 'world')
  mkdirSync(folder, { recursive: true })
  const world = createWorld(now, join(folder, 'files'))
  let saved = restore(world, file, say)
  world.files.keepOnly(filesOf(world))

  let [inFlight, isCurrent, mails] = [0, false, world.mails.length]
  let problem = ''

  function save() {
    if (isCurrent && inFlight === 0 && world.mails.length === mails) return
    try {
      const current = serialized(stateOf(world))
      if (!saved?.equals(current)) replace(file, current)
      saved = current
      isCurrent = true
      mails = world.mails.length
      problem = ''
    } catch (error) {
      if (problem !== String(error))
        say(`The sandbox can’t save its state and goes on without: a restart would lose it. ${String(error)}`)
      problem = String(error)
    }
  }
  const saving = setInterval(save, SAVE_EVERY_MS)
  saving.unref()

  return {
    world,
    /** Saves what changes until this response ends. */
    follow(response: ServerResponse) {
      inFlight++
      response.once('close', () => {
        inFlight--
        isCurrent = false
      })
    },
    close() {
      clearInterval(saving)
      save()
    },
  }
}

/** Accepts plain data only, because serialising anything else fails. */
const serialized = (state: Plain<SavedState>): Buffer => serialize(state)

const SAVED = Object.keys(emptyState()) as (keyof SavedState)[]

const stateOf = (world: World) =>
  Object.fromEntries(SAVED.map(name => [name, world[name]])) as unknown as SavedState

/** Restores the saved state. A file that can't be read is set aside. */
function restore(world: World, file: string, say: (line: string) => void): Buffer | undefined {
  if (!existsSync(file)) return undefined
  const saved = readFileSync(file)
  try {
    Object.assign(world, deserialize(saved))
    return saved
  } catch (error) {
    const aside = `${file}.unreadable`
    renameSync(file, aside)
    say(
      `The sandbox can’t read its saved state and starts empty. The old file is now ${aside}. ${String(error)}`,
    )
    return undefined
  }
}

/** Writes a draft to the disk and renames it, so the file is never half written. */
function replace(file: string, bytes: Buffer) {
  const draft = openSync(`${file}.new`, 'w')
  try {
    writeFileSync(draft, bytes)
    fsyncSync(draft)
  } finally {
    closeSync(draft)
  }
  renameSync(`${file}.new`, file)
}

/** Returns the ids of files that somebody can still see or complete. */
const filesOf = ({ shownFiles, videos, uploadSessions }: World): Set<string> =>
  new Set([
    ...shownFiles.keys(),
    ...[...videos.values()].flatMap(({ upload }) => upload?.file.id ?? []),
    ...[...uploadSessions.values()].flatMap(({ file, published }) => (published ? [] : file.id)),
  ])

/**
 * Maps everything but plain data to `never`. A type that holds a function, and so also a promise, stream or timer, isn't
 * assignable to its `Plain`, because a restart couldn't restore it.
 */
type Plain<Type> = Type extends string | number | bigint | boolean | null | undefined | Date | Uint8Array
  ? Type
  : Type extends (...args: never[]) => unknown
    ? never
    : Type extends ReadonlyMap<infer Key, infer Value>
      ? Map<Plain<Key>, Plain<Value>>
      : Type extends ReadonlySet<infer Item>
        ? Set<Plain<Item>>
        : Type extends readonly (infer Item)[]
          ? Plain<Item>[]
          : Type extends object
            ? { [Key in keyof Type]: Plain<Type[Key]> }
            : never
