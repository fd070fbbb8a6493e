import { Hono } from 'hono'

import type { Env, UserEnv } from '#api/context.ts'
import { describing, validate, done } from '#api/http/route.ts'
import {
  GOOGLE_SIGN_IN_MESSAGES,
  GoogleLogin,
  PASSWORD_CHANGE_MESSAGES,
  Login,
  Register,
  ResendOtp,
  ResetPassword,
  UpdatePassword,
  VerifyOtp,
} from '#shared/auth/auth.ts'
import type { SignedIn } from '#shared/auth/two-factor.ts'
import { login, allowGoogle, googleLogin, googleSettings, removeGoogle } from './auth.ts'
import { deviceOf, rememberDevice } from './middleware/device-cookie.ts'
import { requireUser } from './middleware/user.ts'
import { changePassword, requestReset, resetPassword } from './password-changes.ts'
import { endOneSession, endOtherSessions, endSession, listSessions } from './sessions/sessions.ts'
import { register, resendCode, verifySignup } from './signups.ts'

const SESSION = { token: 'A session: send it as `Authorization: Bearer TOKEN`.' }
const SIGNED_IN = {
  ...SESSION,
  twoFactorRequired: 'True instead of a token while two-factor is on',
  ticket: 'Input of `users/verify-two-factor`, with the code; valid for five minutes',
}
const messageOf = (signedIn: SignedIn) =>
  'token' in signedIn
    ? ('Login successful!' as const)
    : ('Enter the code of your authenticator app.' as const)
const describe = describing('User accounts')

export const authRoutes = new Hono<Env>()
  .post(
    '/register',
    describe('Sign up; mails a code', {
      status: 201,
      signedIn: false,
      response: {
        token:
          'A ticket for verify-otp, not a session. An e-mail address that already has a login gets the same response, and its owner an e-mail.',
      },
      errors: ['rate_limited', 'busy'],
    }),
    validate('json', Register),
    async c => {
      const token = await register(c.var.ctx, c.req.valid('json'))
      return c.json({ success: true, message: 'Registration successful!', token }, 201)
    },
  )
  .post(
    '/verify-otp',
    describe('Confirm the e-mail address with the mailed code', {
      signedIn: false,
      response: SESSION,
      errors: ['rate_limited'],
    }),
    validate('json', VerifyOtp),
    async c => {
      const token = await verifySignup(c.var.ctx, c.req.valid('json'))
      rememberDevice(c, c.req.valid('json').email)
      return c.json({ success: true, message: 'Login successful!', token })
    },
  )
  .post(
    '/resend-otp',
    describe('Mail another code', { signedIn: false, errors: ['rate_limited'] }),
    validate('json', ResendOtp),
    c => done(c, resendCode(c.var.ctx, c.req.valid('json')), 'OTP resent successfully.'),
  )
  .post(
    '/login',
    describe(
      'Sign in. An unconfirmed sign-up gets a 403 with a `ticket` and another code by mail; send the code to verify-otp, with the ticket as `token`',
      {
        signedIn: false,
        response: SIGNED_IN,
        errors: ['unauthenticated', 'email_unverified', 'rate_limited', 'busy'],
      },
    ),
    validate('json', Login),
    async c => {
      const { email } = c.req.valid('json')
      const signedIn = await login(c.var.ctx, c.req.valid('json'), deviceOf(c, email))
      if ('token' in signedIn) rememberDevice(c, email)
      return c.json({ success: true, message: messageOf(signedIn), ...signedIn })
    },
  )
  .get(
    '/auth/google',
    describe('Read the settings of Google’s sign-in button', {
      signedIn: false,
      data: '`clientId scriptUrl`, or null where Google sign-in is not set up',
    }),
    c => c.json({ success: true, data: googleSettings(c.var.ctx) }),
  )
  .post(
    '/auth/google-login',
    describe('Sign in with the credential of Google’s button; the first time creates the account', {
      signedIn: false,
      response: SIGNED_IN,
      errors: ['unauthenticated', 'rate_limited', 'upstream'],
    }),
    validate('json', GoogleLogin),
    async c => {
      const { signedIn, email } = await googleLogin(c.var.ctx, c.req.valid('json'))
      if ('token' in signedIn) rememberDevice(c, email)
      return c.json({ success: true, message: messageOf(signedIn), ...signedIn })
    },
  )
  .delete(
    '/auth/google',
    describe('Remove Google sign-in from an account with a password, and end all other sessions', {
      errors: ['forbidden', 'conflict'],
    }),
    requireUser,
    c => done(c, removeGoogle(c.var.ctx), GOOGLE_SIGN_IN_MESSAGES.removed),
  )
  .post(
    '/auth/google/allow',
    describe('Allow signing in with Google again after it was removed'),
    requireUser,
    c => done(c, allowGoogle(c.var.ctx), GOOGLE_SIGN_IN_MESSAGES.allowed),
  )
  .post(
    '/reset-password',
    describe(
      'With `email`: mail a link for a new password, with the same response for any address. With `token` and `newPassword`: set it',
      { signedIn: false, errors: ['rate_limited'] },
    ),
    validate('json', ResetPassword),
    async c => {
      const input = c.req.valid('json')
      if ('email' in input) {
        await requestReset(c.var.ctx, input)
        return c.json({ success: true, message: 'Password reset email sent successfully!' })
      }
      await resetPassword(c.var.ctx, input)
      return c.json({ success: true, message: 'Password has been reset successfully' })
    },
  )
  .put(
    '/updatePassword',
    describe(
      'Change the password and end all other sessions. Requires a `code` from the app, or a recovery code, while two-factor is on',
      { errors: ['forbidden', 'conflict', 'rate_limited'] },
    ),
    requireUser,
    validate('json', UpdatePassword),
    c => done(c, changePassword(c.var.ctx, c.req.valid('json')), PASSWORD_CHANGE_MESSAGES.changed),
  )
  .post('/logout', describe('End this session'), requireUser, c =>
    done(c, endSession(c.var.ctx), 'You’re signed out.'),
  )

export const sessionRoutes = new Hono<UserEnv>()
  .get(
    '/',
    describe('List your sessions, this browser’s first', {
      data: 'list of `_id device address createdAt seenAt isCurrent`',
    }),
    requireUser,
    async c => c.json({ success: true, data: await listSessions(c.var.ctx) }),
  )
  .delete('/:id', describe('Sign a browser out', { errors: ['not_found'] }), requireUser, c =>
    done(c, endOneSession(c.var.ctx, c.req.param('id')), 'That browser is signed out.'),
  )
  .delete(
    '/',
    describe('Sign every other browser out', { response: { ended: 'Number of ended sessions' } }),
    requireUser,
    async c => {
      const ended = await endOtherSessions(c.var.ctx)
      return c.json({ success: true, message: 'All other browsers are signed out.', ended })
    },
  )
