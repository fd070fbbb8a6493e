import { measure } from './budgets/budgets.ts'

const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`.padStart(9)

const measures = measure()
for (const { name, bytes, limit } of measures) {
  const verdict = bytes <= limit ? 'ok' : 'OVER'
  console.log(`${verdict.padEnd(5)}${name.padEnd(36)}${kilobytes(bytes)} of ${kilobytes(limit)}`)
}
if (measures.some(({ bytes, limit }) => bytes > limit)) {
  console.error('Over budget. Load it when it is first wanted, or find something smaller.')
  process.exitCode = 1
}
