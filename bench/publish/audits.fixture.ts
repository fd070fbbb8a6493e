import { auditsInOwnNetwork } from './drain.ts'

console.log(JSON.stringify(await auditsInOwnNetwork()))
process.exit(0)
