type Part = {
  file: string
  /** Number of parallel runs that share the scenarios. */
  shares?: number
  /** True if scenarios can't be selected by name. */
  isNameless?: true
}

/** Parts of `bun run test:faults`, the longest first, so that no long one runs alone at the end. */
export const PARTS: Record<string, Part> = {
  crowd: { file: './e2e/faults/crowd/crowd.test.ts' },
  matrix: { file: './e2e/faults/scenarios/matrix.test.ts', shares: 2 },
  snapshots: { file: './e2e/faults/snapshots/snapshots.test.ts', shares: 2 },
  locks: { file: './e2e/faults/locks/locks.test.ts' },
  power: { file: './e2e/faults/power/power.test.ts' },
  'account-kills': { file: './e2e/faults/kills/account-kills.test.ts' },
  cuts: { file: './e2e/faults/cuts/cuts.test.ts' },
  'byte-kills': { file: './e2e/faults/kills/byte-kills.test.ts' },
  'late-calls': { file: './e2e/faults/scenarios/late-calls.test.ts' },
  kills: { file: './e2e/faults/kills/kills.test.ts' },
  appearance: { file: './e2e/appearance/client.test.ts', isNameless: true },
  'public-pages': { file: './e2e/appearance/others.test.ts', isNameless: true },
  forms: { file: './e2e/forms.test.ts', isNameless: true },
  keyboard: { file: './e2e/keyboard.test.ts', isNameless: true },
  translation: { file: './e2e/translation.test.ts', isNameless: true },
  pictures: { file: './api/media/pictures/pictures.test.ts', isNameless: true },
  videos: { file: './api/media/videos/conversions.test.ts', isNameless: true },
  'published-files': { file: './api/posts/published-files.test.ts', isNameless: true },
  sheets: { file: './api/reports/printed-sheets.test.ts', isNameless: true },
  histories: { file: './api/publishing/history.test.ts', isNameless: true },
  comments: { file: './e2e/faults/scenarios/comments.test.ts' },
  replies: { file: './e2e/faults/scenarios/replies.test.ts' },
  proxies: { file: './e2e/faults/proxies/proxies.test.ts' },
  storage: { file: './e2e/faults/storage/storage.test.ts' },
  uploads: { file: './e2e/faults/storage/uploads.test.ts' },
  'sign-ins': { file: './e2e/faults/scenarios/sign-ins.test.ts' },
  contract: { file: './e2e/faults/contract.test.ts' },
  imports: { file: './e2e/faults/imports/imports.test.ts', isNameless: true },
  'round-trip': { file: './api/posts/round-trip.test.ts', isNameless: true },
  texts: { file: './api/test/long-texts.test.ts', isNameless: true },
  'random-texts': { file: './api/publishing/random-texts.test.ts', isNameless: true },
  links: { file: './shared/posts/link-tags.test.ts', isNameless: true },
}

export type Run = { name: string; file: string; share: string }

/** Returns the runs of these parts. Divides a part among several runs only if the whole suite runs. */
export const runsOf = (parts: string[], isWhole: boolean): Run[] =>
  parts.flatMap(name => {
    const { file, shares = 1 } = PARTS[name]!
    if (!isWhole || shares === 1) return { name, file, share: '' }
    return Array.from({ length: shares }, (_, index) => {
      const share = `${index + 1}/${shares}`
      return { name: `${name} ${share}`, file, share }
    })
  })
