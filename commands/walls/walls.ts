import { importsPointDown, routesAreForApp, screensStandAlone } from './imports.ts'
import { releasedMigrationsStay } from './migrations.ts'
import type { Wall } from './source.ts'
import { featuresWriteTheirOwnTables } from './tables.ts'
import {
  assertionsAreAwaited,
  coloursComeFromTheTheme,
  networksAreFolders,
  nothingNamesThisMachine,
} from './text.ts'

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
