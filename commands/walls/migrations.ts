import type { Fault, Source, Wall } from './source.ts'

const FOLDER = 'api/db/migrations'
const RELEASED = `${FOLDER}/released.json`
const JOURNAL = `${FOLDER}/meta/_journal.json`

type Released = Record<string, { release: string; when: number; sha256: string }>
type Journal = { entries: { when: number; tag: string }[] }

/**
 * Databases never apply a migration twice. If one changed after its release, existing and new databases would have
 * different tables. `released.json` lists each migration with its release and hash.
 */
export const releasedMigrationsStay: Wall = sources => {
  const text = (path: string) => sources.find(source => source.path === path)?.text
  const released = JSON.parse(text(RELEASED) ?? '{}') as Released
  const { entries } = JSON.parse(text(JOURNAL) ?? '{"entries":[]}') as Journal
  const newest = Math.max(0, ...Object.values(released).map(({ when }) => when))
  return [
    ...Object.entries(released).flatMap(([tag, { release, when, sha256 }]) => {
      const path = `${FOLDER}/${tag}.sql`
      const found = text(path)
      const isSame = found !== undefined && Bun.CryptoHasher.hash('sha256', found, 'hex') === sha256
      const isListed = entries.some(entry => entry.tag === tag && entry.when === when)
      return [
        ...(isSame ? [] : [fault(path, `release ${release} contains this migration: add another.`)]),
        ...(isListed ? [] : [fault(JOURNAL, `${tag} of release ${release} keeps its name and time.`)]),
      ]
    }),
    ...entries
      .filter(({ tag, when }) => !Object.hasOwn(released, tag) && when <= newest)
      .map(({ tag }) => fault(JOURNAL, `${tag} is older than a released migration, and would be skipped.`)),
    ...unlisted(sources, entries),
  ]
}

const unlisted = (sources: Source[], entries: Journal['entries']): Fault[] =>
  sources
    .filter(({ path }) => path.startsWith(`${FOLDER}/`) && path.endsWith('.sql'))
    .filter(({ path }) => !entries.some(({ tag }) => path === `${FOLDER}/${tag}.sql`))
    .map(({ path }) => fault(path, 'the journal doesn’t list it, so it is never applied.'))

const fault = (path: string, message: string): Fault => ({ path, line: 1, message })
