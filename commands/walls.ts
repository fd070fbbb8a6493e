import { importsPointDown, routesAreForApp, screensStandAlone } from './walls/imports.ts'
import { releasedMigrationsStay } from './walls/migrations.ts'
import { readSources, type Wall } from './walls/source.ts'
import { featuresWriteTheirOwnTables } from './walls/tables.ts'
import {
  assertionsAreAwaited,
  coloursComeFromTheTheme,
  networksAreFolders,
  nothingNamesThisMachine,
} from './walls/text.ts'

/** Rules that the linter can't express. The others are in .oxlintrc.json. */
export const walls: Record<string, Wall> = {
  'imports point to lower floors': importsPointDown,
  'only app.ts mounts routes': routesAreForApp,
  'a table is written by its own feature': featuresWriteTheirOwnTables,
  'dashboard screens don’t import each other': screensStandAlone,
  'assertions on promises are awaited': assertionsAreAwaited,
  'colours come from the theme': coloursComeFromTheTheme,
  'networks differ in their own folders': networksAreFolders,
  'nothing names this machine': nothingNamesThisMachine,
  'released migrations don’t change': releasedMigrationsStay,
}

if (import.meta.main) {
  const sources = await readSources()
  let faults = 0
  for (const [name, wall] of Object.entries(walls)) {
    const found = wall(sources)
    faults += found.length
    if (found.length > 0) console.log(`\n${name}`)
    for (const { path, line, message } of found) console.log(`  ${path}:${line}  ${message}`)
  }
  console.log(
    faults === 0 ? `${Object.keys(walls).length} walls hold (${sources.length} files)` : `\n${faults} faults`,
  )
  process.exitCode = faults === 0 ? 0 : 1
}
