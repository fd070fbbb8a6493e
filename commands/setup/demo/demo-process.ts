import { makeDemo } from './demo.ts'

const demo = await makeDemo(process.env, process.argv[2])
console.log(`demo ready ${JSON.stringify(demo)}`)
process.exit()
