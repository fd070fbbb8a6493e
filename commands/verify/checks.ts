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
export const budgetCheck = check('budgets', [bun, 'commands/budgets.ts'], { tells: true })
