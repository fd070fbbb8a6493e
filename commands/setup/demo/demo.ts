import { playedBySandbox } from '../sandbox-settings.ts'
import { addSampleBusiness } from './sample-business.ts'
import { makeDemoUsers } from './user.ts'

const NEEDED = ['Facebook', 'Instagram', 'Google', 'mail']

/** Creates the demo sign-ins and, if the sandbox plays every network, their sample business. Never in production. */
export async function makeDemo(environment: Record<string, string | undefined>, sandboxUrl: string) {
  const users = await makeDemoUsers(environment)
  const played = playedBySandbox(process.env)
  if (environment['NODE_ENV'] !== 'production' && NEEDED.every(name => played.includes(name)))
    await addSampleBusiness({ environment, sandboxUrl, ...users })
  return users
}
