import { addSampleBusiness } from './sample-business.ts'
import { makeDemoUsers } from './user.ts'

/**
 * Creates the demo users and, unless in production, their sample business, if the sandbox simulates every network.
 */
export async function makeDemo(environment: Record<string, string | undefined>, sandboxUrl?: string) {
  const users = await makeDemoUsers(environment)
  if (sandboxUrl && environment['NODE_ENV'] !== 'production')
    await addSampleBusiness({ environment, sandboxUrl, ...users })
  return users
}
