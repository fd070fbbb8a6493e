import { atom } from 'nanostores'

import { ProofByPassword } from '#shared/auth/auth.ts'
import { ConfirmTwoFactor, SecondFactorProof } from '#shared/auth/two-factor.ts'
import { $me, $twoFactor } from '#site/dashboard/shared/me.ts'
import { checkForm, formStore } from '#site/forms/form-store.ts'
import { api, bodyOf } from '#site/lib/api/api.ts'
import { ApiError, messageOf } from '#site/lib/api/error.ts'
import { toast } from '#site/lib/toasts.ts'

const calls = api.users['two-factor']
const FAILED = 'That didn’t work. Try again.'

export type TwoFactorDialog =
  | { open: 'none' }
  | { open: 'set-up'; secret: string; address: string }
  | { open: 'codes'; codes: readonly string[]; first: boolean }
  | { open: 'prove'; why: 'turn-on' | 'turn-off' | 'renew' }
  | { open: 'sign-in-again' }

export const $dialog = atom<TwoFactorDialog>({ open: 'none' })

export const close = () => $dialog.set({ open: 'none' })
export const askToTurnOff = () => $dialog.set({ open: 'prove', why: 'turn-off' })
export const askToRenew = () => $dialog.set({ open: 'prove', why: 'renew' })

/** Starts the set-up; sign-in doesn't change until a code is verified. */
async function startSetUp(form: ProofByPassword) {
  const { data } = await bodyOf(calls.start.$post({ json: form }))
  $dialog.set({ open: 'set-up', ...data })
}

/** Asks for the password. Users who sign in with Google have none, and must have signed in recently. */
export async function askToTurnOn() {
  const me = $me.get()
  const hasPassword = me.state !== 'ready' || !me.data.isGoogleAccount
  if (hasPassword) return $dialog.set({ open: 'prove', why: 'turn-on' })
  try {
    await startSetUp({ password: '' })
  } catch (error) {
    if (error instanceof ApiError && error.fields.password) return $dialog.set({ open: 'sign-in-again' })
    toast('error', messageOf(error, FAILED))
    void $twoFactor.reload()
  }
}

export const confirmation = formStore({
  check: (values: unknown) => checkForm(ConfirmTwoFactor, values),
  failed: 'The code wasn’t checked. Try again.',
  async send(form) {
    const { recoveryCodes } = await bodyOf(calls.confirm.$post({ json: form }))
    $dialog.set({ open: 'codes', codes: recoveryCodes, first: true })
    void $twoFactor.reload()
  },
})

const proofStore = (send: (form: SecondFactorProof) => Promise<void>) =>
  formStore({ check: (values: unknown) => checkForm(SecondFactorProof, values), failed: FAILED, send })

export const proof = {
  'turn-on': formStore({
    check: (values: unknown) => checkForm(ProofByPassword, values),
    failed: FAILED,
    send: startSetUp,
  }),
  'turn-off': proofStore(async form => {
    await calls.disable.$post({ json: form })
    close()
    toast('success', 'Two-factor sign-in is off.')
    await $twoFactor.reload()
  }),
  renew: proofStore(async form => {
    const { recoveryCodes } = await bodyOf(calls['recovery-codes'].$post({ json: form }))
    $dialog.set({ open: 'codes', codes: recoveryCodes, first: false })
    void $twoFactor.reload()
  }),
}
