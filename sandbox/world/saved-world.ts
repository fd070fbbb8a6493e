import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'

import { createWorld } from './create-world.ts'
import type { World } from './world.ts'

const SAVE_EVERY_MS = 1000

/**
 * Opens the state that was saved in a folder, so that accounts stay connected and posts public across a restart.
 * Requests, faults and calls in flight aren't saved. Looks for changes while requests are handled and after them, and after
 * mails, because a sample business of some months takes 60 ms to serialise.
 */
export function openSavedWorld(now: () => Date, folder: string) {
  const file = join(folder, 'world')
  mkdirSync(folder, { recursive: true })
  const world = createWorld(now, join(folder, 'files'))
  let saved: Buffer | undefined
  if (existsSync(file)) {
    saved = readFileSync(file)
    Object.assign(world, deserialize(saved))
  }

  let [inFlight, isCurrent, mails] = [0, false, world.mails.length]

  function save() {
    if (isCurrent && inFlight === 0 && world.mails.length === mails) return
    isCurrent = true
    mails = world.mails.length
    const current = serialize(lasting(world))
    if (saved && current.equals(saved)) return
    const draft = `${file}.new`
    writeFileSync(draft, current)
    renameSync(draft, file)
    saved = current
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

const PASSING = new Set(['now', 'files', 'requests', 'faults', 'silences', 'lateCalls'])

const lasting = (world: World) =>
  Object.fromEntries(Object.entries(world).filter(([name]) => !PASSING.has(name)))
