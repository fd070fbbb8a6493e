import { type Area, minNoticed, type Mutation } from './mutation.ts'

export type Verdict = 'noticed' | 'survived'
export type Judged = { area: Area; mutation: Mutation; verdict: Verdict }

const percent = (share: number) => `${Math.floor(share * 100)} %`

/** Prints an area's totals and problems. @returns true if enough faults are noticed and the rest explained */
export function concludeArea(area: Area, judged: Judged[]): boolean {
  const ofArea = judged.filter(one => one.area === area)
  const survived = ofArea.filter(({ verdict }) => verdict === 'survived')
  const noticed = ofArea.length - survived.length
  const share = noticed / ofArea.length
  const problems = [
    ...(share < minNoticed(area) ? [`fewer than ${percent(minNoticed(area))} are noticed`] : []),
    ...ofArea.flatMap(({ verdict, mutation: { file, breaks, accepted } }) => {
      if (verdict === 'survived' && accepted === undefined)
        return `survives without an explanation: ${file}: ${breaks}`
      if (verdict === 'noticed' && accepted !== undefined)
        return `is noticed, so its explanation is out of date: ${file}: ${breaks}`
      return []
    }),
  ]
  console.log(`\n${area}: ${noticed} of ${ofArea.length} noticed (${percent(share)})`)
  for (const { mutation } of survived)
    if (mutation.accepted !== undefined)
      console.log(`  accepted  ${mutation.file}: ${mutation.breaks}: ${mutation.accepted}`)
  for (const problem of problems) console.log(`  ${problem}`)
  return problems.length === 0
}
