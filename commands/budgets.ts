import { measure } from './budgets/budgets.ts'

const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`.padStart(9)

const measures = measure()
for (const { name, bytes, limit } of measures) {
  const result = bytes <= limit ? 'ok' : 'OVER'
  console.log(`${result.padEnd(5)}${name.padEnd(36)}${kilobytes(bytes)} of ${kilobytes(limit)}`)
}
if (measures.some(({ bytes, limit }) => bytes > limit)) {
  console.error('Over budget. Load the code when it is first needed, or find a smaller solution.')
  process.exitCode = 1
}
