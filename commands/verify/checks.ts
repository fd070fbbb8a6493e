import { check, type Step } from './step.ts'

const bun = process.execPath
const tool = (name: string) => [bun, 'x', '--no-install', name]

/** Quick enough to run before each commit. */
export const quickChecks: Step[] = [
  check('format', [...tool('oxfmt'), '--check']),
  check('lint', tool('oxlint')),
  check('walls', [bun, 'commands/walls.ts']),
  check('unused code', tool('knip')),
]

export const typeCheck = check('types', [bun, '--bun', 'astro', 'check'])

/** What the built pages must keep to. */
export const pageChecks: Step[] = [
  check('budgets', [bun, 'commands/budgets.ts'], { tells: true }),
  check('html', [bun, '--bun', 'node_modules/.bin/html-validate', 'dist/**/*.html']),
  check('links', [bun, 'commands/links.ts']),
]
