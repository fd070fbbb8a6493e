import { makeDemo } from './demo.ts'

const [sandboxUrl] = process.argv.slice(2)
const demo = await makeDemo(process.env, sandboxUrl)
console.log(`demo ready ${JSON.stringify(demo)}`)
process.exit()
