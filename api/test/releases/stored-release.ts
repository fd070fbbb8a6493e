import { Database } from 'bun:sqlite'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { startSandbox } from '../../../sandbox/start.ts'
import { testApp } from '../app.ts'
import { atEnd } from '../at-end.ts'
import { testClock } from '../clock.ts'
import { serveLater } from '../servers/serve-later.ts'
import { fromJson } from './world-json.ts'

type Person = { email: string; password: string }
type About = {
  at: string
  author: Person & { token: string; userId: string }
  careful: Person & { recoveryCodes: string[] }
}
export type Rows = Record<string, Record<string, unknown>[]>

/** Unpacks a stored release: its data folder and the sandbox's state at that time. */
export async function unpackRelease(release: string) {
  const folder = mkdtempSync(join(tmpdir(), 'currawong-upgrade-'))
  atEnd(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(folder, { recursive: true })
  const packed = await Bun.file(`${import.meta.dirname}/${release}.tar.zst`).bytes()
  const tar = Bun.spawnSync(['tar', '-x', '-C', folder], { stdin: Bun.zstdDecompressSync(packed) })
  if (tar.exitCode !== 0) throw new Error(tar.stderr.toString())
  const about = (await Bun.file(join(folder, 'about.json')).json()) as About
  const clock = testClock()
  clock.set(new Date(about.at))
  const file = join(folder, 'currawong.db')
  return { folder, file, about, clock, before: readRows(file) }
}
export type StoredRelease = Awaited<ReturnType<typeof unpackRelease>>

/** Reads every row of every table with SQLite itself. */
export function readRows(file: string): Rows {
  const db = new Database(file, { readonly: true })
  const tables = db
    .query<{ name: string }, []>(
      String.raw`select name from sqlite_master where type = 'table' and name not like 'sqlite\_%' escape '\' and name not like '\_\_%' escape '\'`,
    )
    .all()
  const rows = Object.fromEntries(
    tables.map(({ name }) => [name, db.query<Record<string, unknown>, []>(`select * from "${name}"`).all()]),
  )
  db.close()
  return rows
}

/** Starts the current code on the data of a release, with the sandbox in its stored state. */
export async function startOn({ folder, file, clock }: StoredRelease) {
  const sandbox = await startSandbox({ now: clock.now })
  atEnd(() => sandbox.stop())
  Object.assign(sandbox.world, fromJson(await Bun.file(join(folder, 'world.json')).text()))
  // Instagram and Google fetch pictures from us.
  const { url, serve } = serveLater()
  const app = await testApp({
    sandbox,
    clock,
    pause: async ms => clock.advance(ms),
    env: { DATA_DIR: folder, DATABASE_URL: `file:${file}`, PUBLIC_URL: url },
  })
  serve(app.app.fetch)
  return app
}
