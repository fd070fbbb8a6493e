import { GraphError } from './graph-error.ts'

/** Graph's versions with their expiry dates. Null if Meta has set none. */
const VERSIONS: readonly { version: string; ends: string | null }[] = [
  { version: 'v20.0', ends: '2026-09-24' },
  { version: 'v21.0', ends: '2027-01-21' },
  { version: 'v22.0', ends: '2027-05-20' },
  { version: 'v23.0', ends: '2027-10-08' },
  { version: 'v24.0', ends: '2028-02-18' },
  { version: 'v25.0', ends: '2028-07-29' },
  { version: 'v26.0', ends: null },
]

const NEWEST = 'v26.0'
const numberOf = (version: string) => Number(version.slice(1))

/** Splits the version off a path. The oldest available version also serves calls to an expired one, or to none. */
export function servedVersion(pathname: string, now: Date): { version: string; path: string[] } {
  const segments = pathname.split('/').filter(Boolean)
  const requested = /^v\d+\.\d+$/.test(segments[0] ?? '') ? segments.shift() : undefined
  const available = VERSIONS.filter(({ ends }) => ends === null || new Date(ends) > now)
  const oldest = available[0]?.version ?? NEWEST
  if (requested === undefined) return { version: oldest, path: segments }
  if (available.some(({ version }) => version === requested)) return { version: requested, path: segments }
  if (numberOf(requested) > numberOf(NEWEST)) {
    throw new GraphError({ code: 2500, message: `Unknown path components: /${requested}` })
  }
  return { version: oldest, path: segments }
}
