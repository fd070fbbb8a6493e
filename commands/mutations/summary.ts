import { type Area, minNoticed, type Mutation } from './mutation.ts'

export type Result = 'noticed' | 'survived'
export type Tested = { area: Area; mutation: Mutation; result: Result }

const percent = (share: number) => `${Math.floor(share * 100)} %`

/** Prints an area's totals and problems. @returns true if enough mutations are noticed and the rest are explained */
export function summariseArea(area: Area, tested: Tested[]): boolean {
  const ofArea = tested.filter(one => one.area === area)
  const survived = ofArea.filter(({ result }) => result === 'survived')
  const noticed = ofArea.length - survived.length
  const share = noticed / ofArea.length
  const problems = [
    ...(share < minNoticed(area) ? [`fewer than ${percent(minNoticed(area))} are noticed`] : []),
    ...ofArea.flatMap(({ result, mutation: { file, breaks, accepted } }) => {
      if (result === 'survived' && accepted === undefined)
        return `survives without an explanation: ${file}: ${breaks}`
      if (result === 'noticed' && accepted !== undefined)
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
