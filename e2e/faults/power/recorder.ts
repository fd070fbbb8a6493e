import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { atEnd } from '#api/test/at-end.ts'
import { readFiles, rebuildDurable, writeFiles } from './durable-files.ts'

const compiler = Bun.which('cc') ?? Bun.which('gcc')

/** The reason why this machine can't record writes. Empty if it can. */
export const cannotRecord =
  process.platform !== 'linux' ? 'LD_PRELOAD needs Linux' : compiler ? '' : 'no C compiler (cc or gcc)'

/** Compiles the recorder, which takes a quarter of a second. */
async function compile(folder: string): Promise<string> {
  const library = join(folder, 'power-loss.so')
  const source = `${import.meta.dirname}/power-loss.c`
  const built = Bun.spawn([compiler!, '-shared', '-fPIC', '-O2', '-o', library, source, '-ldl'], {
    stderr: 'pipe',
  })
  const errors = await new Response(built.stderr).text()
  if ((await built.exited) !== 0) throw new Error(`The recorder can't be compiled:\n${errors}`)
  return library
}

/**
 * Records the writes to a database of processes started with `env`. Existing content counts as durable, so no process may
 * use the database yet.
 */
export async function recordWrites(database: string) {
  const folder = mkdtempSync(join(tmpdir(), 'currawong-recorder-'))
  atEnd(() => rmSync(folder, { recursive: true, force: true }))
  const library = await compile(folder)
  const log = join(folder, 'log')
  const before = readFiles(database)

  return {
    env: { LD_PRELOAD: library, RECORDED_FILE: database, RECORDED_LOG: log },
    /** Kills the process before its n-th change, counted from 1. */
    dieAt: (change: number) => ({ RECORDED_DIES_AT: String(change) }),
    /** Changes made so far. */
    changes: () => rebuildDurable({ before, log, survives: () => true }).recorded,
    /** Restores the state after a power loss, once every process is killed. */
    losePower(survives: () => boolean) {
      const { images, recorded, unsynced } = rebuildDurable({ before, log, survives })
      writeFiles(database, images)
      return { recorded, unsynced }
    },
  }
}
