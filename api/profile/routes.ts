import { Hono } from 'hono'

import type { UserEnv } from '#api/context.ts'
import { describe } from '#api/describe.ts'
import { requireUser } from '#api/require-user.ts'
import { noInput } from '#api/validate.ts'
import { getUserDetails } from './profile.ts'

export const profileRoutes = new Hono<UserEnv>().post(
  '/getUserInfo',
  describe({
    summary: 'Who is logged in',
    tag: 'Profile',
    answer: {
      userDetails:
        '`_id fullname email role mobile countryCode gender dob address bio profileImage isGoogleAccount`',
    },
  }),
  requireUser,
  noInput,
  async c => c.json({ success: true, userDetails: await getUserDetails(c.var.ctx) } as const),
)
