import { Hono } from 'hono'

import { rememberDevice } from '#api/auth/middleware/device-cookie.ts'
import { requireUser } from '#api/auth/middleware/user.ts'
import type { Env, UserEnv } from '#api/context.ts'
import { describing, validate, done } from '#api/http/route.ts'
import { ProofByPassword } from '#shared/auth/auth.ts'
import { ConfirmTwoFactor, SecondFactorProof, VerifyTwoFactor } from '#shared/auth/two-factor.ts'
import { confirmSetUp, renewRecoveryCodes, startSetUp, turnOff } from './set-up.ts'
import { readTwoFactor, verifyTwoFactor } from './two-factor.ts'

const describe = describing('User accounts')
const RECOVERY_CODES = { recoveryCodes: 'Ten codes for one sign-in each; shown only once' }

/** Second step of logging in. */
export const secondFactorRoutes = new Hono<Env>().post(
  '/verify-two-factor',
  describe(
    'Finish signing in, with the ticket of `users/login` and a code from the app, or a recovery code',
    {
      signedIn: false,
      response: { token: 'A session: send it as `Authorization: Bearer TOKEN`.' },
      errors: ['unauthenticated', 'rate_limited'],
    },
  ),
  validate('json', VerifyTwoFactor),
  async c => {
    const { token, email } = await verifyTwoFactor(c.var.ctx, c.req.valid('json'))
    rememberDevice(c, email)
    return c.json({ success: true, message: 'Login successful!', token })
  },
)

export const twoFactorRoutes = new Hono<UserEnv>()
  .use(requireUser)
  .get(
    '/',
    describe('Read the state of two-factor authentication', { data: '`enabled recoveryCodesLeft`' }),
    async c => c.json({ success: true, data: await readTwoFactor(c.var.ctx, c.var.ctx.userId) }),
  )
  .post(
    '/start',
    describe(
      'Create a secret for an authenticator app. Requires the password, or a recent sign-in if there is none. Takes effect once confirmed',
      {
        data: '`secret` (base32) and `address` (otpauth), which the QR code holds',
        errors: ['conflict', 'rate_limited'],
      },
    ),
    validate('json', ProofByPassword),
    async c => {
      const data = await startSetUp(c.var.ctx, c.req.valid('json'))
      return c.json({ success: true, data })
    },
  )
  .post(
    '/confirm',
    describe('Turn two-factor on, with a code from the app', {
      response: RECOVERY_CODES,
      errors: ['conflict', 'rate_limited'],
    }),
    validate('json', ConfirmTwoFactor),
    async c => {
      const recoveryCodes = await confirmSetUp(c.var.ctx, c.req.valid('json'))
      return c.json({ success: true, message: 'Two-factor sign-in is on.', recoveryCodes })
    },
  )
  .post(
    '/recovery-codes',
    describe('Replace the recovery codes. Requires a code from the app, or a recovery code', {
      response: RECOVERY_CODES,
      errors: ['conflict', 'rate_limited'],
    }),
    validate('json', SecondFactorProof),
    async c => {
      const recoveryCodes = await renewRecoveryCodes(c.var.ctx, c.req.valid('json'))
      return c.json({ success: true, message: 'The old codes no longer work.', recoveryCodes })
    },
  )
  .post(
    '/disable',
    describe('Turn two-factor off. Requires a code from the app, or a recovery code', {
      errors: ['conflict', 'rate_limited'],
    }),
    validate('json', SecondFactorProof),
    c => done(c, turnOff(c.var.ctx, c.req.valid('json')), 'Two-factor sign-in is off.'),
  )
