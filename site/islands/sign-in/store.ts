import { atom } from 'nanostores'

import { Login, OTP_MESSAGES, Register, VerifyOtp } from '#shared/auth/auth.ts'
import type { SignedIn } from '#shared/auth/two-factor.ts'
import type { Fields } from '#shared/errors.ts'
import { OTP_RESEND_WAIT_MS } from '#shared/timings.ts'
import { checkForm } from '#site/forms/form-store.ts'
import { api, bodyOf } from '#site/lib/api/api.ts'
import { ApiError, messageOf } from '#site/lib/api/error.ts'
import { signIn } from '#site/lib/session.ts'
import { forgetSignInRequest, readSignInRequest } from '#site/lib/sign-in-request.ts'
import { carryToast, SIGNED_IN, toast } from '#site/lib/toasts.ts'

export type Mode = 'login' | 'signup'

/** `ticket` binds the code to its sign-up. */
export type SignInDialog =
  | { open: 'none' }
  | { open: 'credentials'; mode: Mode }
  | { open: 'code'; email: string; ticket?: string }
  | { open: 'reset'; email: string }
  | { open: 'second-factor'; ticket: string }

export type FormErrors = { fields: Fields; message: string }

const NOTHING: FormErrors = { fields: {}, message: '' }
const FALLBACK = 'Failed to process request. Please try again.'
const INVALID_OTP = OTP_MESSAGES.invalid
const MAY_BE_USED =
  'If this is the right code, your email may already be confirmed. Close this window and sign in.'

export const $dialog = atom<SignInDialog>({ open: 'none' })
export const $formErrors = atom<FormErrors>(NOTHING)
export const $sending = atom(false)
/** True if a code may have been accepted without our receiving the response. */
let isResponseLost = false
/** Earliest time for another code, in milliseconds since 1970. */
export const $resendAt = atom(0)

function show(dialog: SignInDialog) {
  $formErrors.set(NOTHING)
  $dialog.set(dialog)
}

export const openCredentials = (mode: Mode) => show({ open: 'credentials', mode })
export const openReset = (email: string) => show({ open: 'reset', email })

/** Closes the dialog. A later sign-in starts at the overview. */
export function closeDialog() {
  forgetSignInRequest()
  show({ open: 'none' })
}

export function leaveCode() {
  closeDialog()
  toast('info', 'Your email isn’t confirmed yet. Sign in with it to enter the code.')
}

export const clearErrors = () => $formErrors.set(NOTHING)

function openCode(email: string, ticket?: string) {
  $resendAt.set(Date.now() + OTP_RESEND_WAIT_MS)
  isResponseLost = false
  show({ open: 'code', email, ticket })
}

export function check(mode: Mode, values: unknown): boolean {
  const checked = mode === 'login' ? checkForm(Login, values) : checkForm(Register, values)
  $formErrors.set(checked.ok ? NOTHING : { fields: checked.fields, message: '' })
  return checked.ok
}

/** @returns true if the user is now signed in */
export async function logIn(values: unknown): Promise<boolean> {
  const checked = checkForm(Login, values)
  if (!checked.ok) return showErrors(checked.fields)
  return runOnce(async () => {
    try {
      return finishLogin(await bodyOf(api.users.login.$post({ json: checked.value })))
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'email_unverified') throw error
      openCode(checked.value.email, error.ticket)
      return false
    }
  }, FALLBACK)
}

/** Opens the dialog for the mailed code; nobody is signed in yet. */
export async function register(values: unknown): Promise<boolean> {
  const checked = checkForm(Register, values)
  if (!checked.ok) return showErrors(checked.fields)
  return runOnce(async () => {
    const { token, message } = await bodyOf(api.users.register.$post({ json: checked.value }))
    toast('success', message)
    if (token) openCode(checked.value.email, token)
    return false
  }, FALLBACK)
}

/** @returns true if the user is now signed in */
export async function verifyCode(otp: string): Promise<boolean> {
  const dialog = $dialog.get()
  if (dialog.open !== 'code') return false
  const checked = checkForm(VerifyOtp, { email: dialog.email, otp, token: dialog.ticket })
  if (!checked.ok) return showErrors(checked.fields)
  return runOnce(async () => {
    try {
      const { token } = await bodyOf(api.users['verify-otp'].$post({ json: checked.value }))
      return completeSignIn(token)
    } catch (error) {
      if (isWrongCode(error)) return showErrors({ otp: describe(error) }, isResponseLost ? MAY_BE_USED : '')
      isResponseLost = error instanceof ApiError && error.code === 'network'
      throw error
    }
  }, INVALID_OTP)
}

export async function resendCode() {
  const dialog = $dialog.get()
  if (dialog.open !== 'code' || Date.now() < $resendAt.get()) return
  $resendAt.set(Date.now() + OTP_RESEND_WAIT_MS)
  try {
    const json = { email: dialog.email, token: dialog.ticket }
    toast('success', (await bodyOf(api.users['resend-otp'].$post({ json }))).message)
  } catch (error) {
    $resendAt.set(0)
    toast('error', messageOf(error, 'Failed to resend OTP.'))
  }
}

const isWrongCode = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.code === 'invalid' || error.code === 'unauthenticated')

const describe = ({ message }: ApiError) => (message === OTP_MESSAGES.usedUp ? message : INVALID_OTP)

export function showErrors(fields: Fields, message = ''): false {
  $formErrors.set({ fields, message })
  return false
}

export async function finishLogin(signedIn: SignedIn): Promise<boolean> {
  if ('token' in signedIn) return completeSignIn(signedIn.token)
  show({ open: 'second-factor', ticket: signedIn.ticket })
  return false
}

/** Replaces `completeSignIn` while somebody signs in again over the dashboard. */
type TokenHandler = (token: string) => Promise<void>
let tokenHandler: TokenHandler | undefined
let overDashboard = false

/** Makes the dialog stay on this page and pass the token to `handle`. Returns a function that undoes this. */
export function interceptToken(handle: TokenHandler): () => void {
  tokenHandler = handle
  overDashboard = true
  return () => (tokenHandler = undefined)
}

/**
 * Opens the page that was requested before the sign-in, or the overview. Does nothing in a dialog over the dashboard,
 * because the page is open already.
 */
export function enterDashboard() {
  if (overDashboard) return
  const path = readSignInRequest()?.path ?? '/dashboard'
  forgetSignInRequest()
  location.assign(path)
}

export async function completeSignIn(token: string): Promise<true> {
  if (tokenHandler) {
    await tokenHandler(token)
    return true
  }
  signIn(token)
  carryToast('success', SIGNED_IN)
  return true
}

/** Ignores calls while one is in flight, and shows a failure in the form. */
export async function runOnce(send: () => Promise<boolean>, fallback: string): Promise<boolean> {
  if ($sending.get()) return false
  $sending.set(true)
  $formErrors.set(NOTHING)
  try {
    return await send()
  } catch (error) {
    const fields = error instanceof ApiError ? error.fields : {}
    return showErrors(fields, messageOf(error, fallback))
  } finally {
    $sending.set(false)
  }
}
