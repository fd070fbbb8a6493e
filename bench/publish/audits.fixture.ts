import { auditsInNamespace } from './drain.ts'

console.log(JSON.stringify(await auditsInNamespace()))
process.exit(0)
