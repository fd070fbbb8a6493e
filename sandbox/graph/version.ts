import { GraphError } from './graph-error.ts'

/** The day on which a version ends; null where no date is set. */
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
const number = (version: string) => Number(version.slice(1))

/** Splits the version off a path; an ended one is served by the oldest living, none by the oldest living too. */
export function servedVersion(pathname: string, now: Date): { version: string; path: string[] } {
  const segments = pathname.split('/').filter(Boolean)
  const asked = /^v\d+\.\d+$/.test(segments[0] ?? '') ? segments.shift() : undefined
  const living = VERSIONS.filter(({ ends }) => ends === null || new Date(ends) > now)
  const oldest = living[0]?.version ?? NEWEST
  if (asked === undefined) return { version: oldest, path: segments }
  if (living.some(({ version }) => version === asked)) return { version: asked, path: segments }
  if (number(asked) > number(NEWEST)) {
    throw new GraphError({ code: 2500, message: `Unknown path components: /${asked}` })
  }
  return { version: oldest, path: segments }
}
