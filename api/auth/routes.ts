import { Hono } from 'hono'

import type { Env } from '#api/context.ts'
import { describe } from '#api/describe.ts'
import { requireUser } from '#api/require-user.ts'
import { validate } from '#api/validate.ts'
import { Login, Register, ResendOtp, VerifyOtp } from '#shared/auth.ts'
import { login } from './auth.ts'
import { endSession } from './sessions.ts'
import { register, resendCode, verifySignup } from './signups.ts'

const SESSION = { token: 'A session: send it as `Authorization: Bearer TOKEN`.' }
const tag = 'Accounts of people'

export const authRoutes = new Hono<Env>()
  .post(
    '/register',
    describe({
      summary: 'Sign up: a code is mailed',
      tag,
      status: 201,
      signedIn: false,
      answer: {
        token:
          'The sign-up’s ticket, no session. A known e-mail gets the same answer; its owner gets a mail.',
      },
      errors: ['invalid', 'rate_limited'],
    }),
    validate('json', Register),
    async c => {
      const token = await register(c.var.ctx, c.req.valid('json'))
      return c.json({ success: true, message: 'Registration successful!', token } as const, 201)
    },
  )
  .post(
    '/verify-otp',
    describe({
      summary: 'Bring the mailed code back',
      tag,
      signedIn: false,
      answer: SESSION,
      errors: ['invalid', 'rate_limited'],
    }),
    validate('json', VerifyOtp),
    async c => {
      const token = await verifySignup(c.var.ctx, c.req.valid('json'))
      return c.json({ success: true, message: 'Login successful!', token } as const)
    },
  )
  .post(
    '/resend-otp',
    describe({ summary: 'Mail another code', tag, signedIn: false, errors: ['invalid', 'rate_limited'] }),
    validate('json', ResendOtp),
    async c => {
      await resendCode(c.var.ctx, c.req.valid('json'))
      return c.json({ success: true, message: 'OTP resent successfully.' } as const)
    },
  )
  .post(
    '/login',
    describe({
      summary: 'Log in',
      tag,
      signedIn: false,
      answer: SESSION,
      errors: ['invalid', 'unauthenticated', 'email_unverified', 'rate_limited'],
    }),
    validate('json', Login),
    async c => {
      const token = await login(c.var.ctx, c.req.valid('json'))
      return c.json({ success: true, message: 'Login successful!', token } as const)
    },
  )
  .post('/logout', describe({ summary: 'End this session', tag }), requireUser, async c => {
    await endSession(c.var.ctx)
    return c.json({ success: true, message: 'You are logged out.' } as const)
  })
