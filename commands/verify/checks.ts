import { installPackages } from '../setup/install.ts'
import { check, type Step } from './step.ts'

const bun = process.execPath
const tool = (name: string) => [bun, 'x', '--no-install', name]
/** For a tool that would otherwise run in Node. */
const inBun = (name: string) => [bun, '--bun', `node_modules/.bin/${name}`]

/** Checks that are fast enough for each commit. */
export const quickChecks: Step[] = [
  check('format', [...tool('oxfmt'), '--check']),
  check('walls', [bun, 'commands/walls.ts']),
  check('unused code', inBun('knip')),
  check('planted faults', [bun, 'commands/mutations.ts', '--check']),
]

/** Collects the type checker's garbage only above this limit, which saves a fifth of its processor time. */
const MEMORY = { GOGC: 'off', GOMEMLIMIT: '4GiB' }
const lint = check('lint and types', [...tool('oxlint'), '--type-check'], { env: MEMORY })

/**
 * The linter also checks types, including those of the benchmarks’ own packages.
 * Runs after Astro, which generates some types.
 */
export const lintAndTypes: Step = { ...lint, run: () => installPackages('bench').then(lint.run) }

const checkPages = [bun, '--bun', 'astro', 'check', '--tsconfig', 'tsconfig.pages.json']
export const pageTypes = check('types of the pages', checkPages)
/** Skips generating Astro's types, a third of the check's time, because the build has generated them. */
export const builtPageTypes = check('types of the pages', [...checkPages, '--noSync'])

/** Checks of the built pages. */
export const pageChecks: Step[] = [
  check('budgets', [bun, 'commands/budgets.ts'], { showsOutput: true }),
  check('html', [...inBun('html-validate'), 'dist/**/*.html']),
  check('links', [bun, 'commands/links.ts']),
]
