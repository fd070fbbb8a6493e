import { accounts } from './lists/accounts.ts'
import { auth } from './lists/auth.ts'
import { bulk } from './lists/bulk.ts'
import { composer } from './lists/composer.ts'
import { connectLinks } from './lists/connect-links.ts'
import { data } from './lists/data.ts'
import { live } from './lists/live.ts'
import { media } from './lists/media.ts'
import { members } from './lists/members.ts'
import { publishing } from './lists/publishing.ts'
import { restore } from './lists/restore.ts'
import { transfer } from './lists/transfer.ts'
import { twoFactor } from './lists/two-factor.ts'
import type { Area, Mutation } from './mutation.ts'

export const mutations: Record<Area, Mutation[]> = {
  publishing,
  accounts: [...accounts, ...connectLinks],
  auth,
  'two-factor': twoFactor,
  media,
  live,
  data,
  composer,
  transfer,
  members: [...members, ...bulk, ...restore],
}
