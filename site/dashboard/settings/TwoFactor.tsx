import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'

import type { ProofByPassword } from '#shared/auth/auth.ts'
import { lazyPart } from '#site/dashboard/shared/lazy-part.ts'
import { $twoFactor, $me } from '#site/dashboard/shared/me.ts'
import { api, bodyOf } from '#site/lib/api/api.ts'
import { ApiError, messageOf } from '#site/lib/api/error.ts'
import { toast } from '#site/lib/toasts.ts'
import { Button, useBusy } from '#site/ui/Button.tsx'
import { Switch } from '#site/ui/fields/Switch.tsx'
import { ErrorState } from '#site/ui/states.tsx'

export const calls = api.users['two-factor']
export const FAILED = 'That didn’t work. Try again.'

export type TwoFactorDialog =
  | { open: 'none' }
  | { open: 'set-up'; secret: string; address: string }
  | { open: 'codes'; codes: readonly string[]; first: boolean }
  | { open: 'prove'; why: 'turn-on' | 'turn-off' | 'renew' }
  | { open: 'sign-in-again' }

export const $dialog = atom<TwoFactorDialog>({ open: 'none' })

export const close = () => $dialog.set({ open: 'none' })
const prove = (why: 'turn-on' | 'turn-off' | 'renew') => $dialog.set({ open: 'prove', why })

/** Starts the set-up; sign-in doesn't change until a code is verified. */
export async function startSetUp(form: ProofByPassword) {
  const { data } = await bodyOf(calls.start.$post({ json: form }))
  $dialog.set({ open: 'set-up', ...data })
}

/** Asks for the password. Users who sign in with Google have none, and must have signed in recently. */
export async function askToTurnOn() {
  const me = $me.get()
  const hasPassword = me.state !== 'ready' || !me.data.isGoogleAccount
  if (hasPassword) return prove('turn-on')
  try {
    await startSetUp({ password: '' })
  } catch (error) {
    if (error instanceof ApiError && error.fields.password) return $dialog.set({ open: 'sign-in-again' })
    toast('error', messageOf(error, FAILED))
    void $twoFactor.reload()
  }
}

const TwoFactorDialogs = lazyPart(async () => (await import('./TwoFactorDialogs.tsx')).TwoFactorDialogs, {
  onFailure: close,
})

const FEW = 3

/** Unlike the switches around it, this one takes effect at once, because a code turns it on or off. */
export function TwoFactor() {
  const status = useStore($twoFactor)
  const [starting, during] = useBusy()
  const isOpen = useStore($dialog).open !== 'none'
  if (status.state === 'failed') return <ErrorState message={status.message} onRetry={$twoFactor.reload} />
  const enabled = status.state === 'ready' && status.data.enabled
  return (
    <div className="grid gap-3">
      <Switch
        label="Two-factor sign-in"
        hint="After your password, a code from an app on your phone. This switch takes effect straight away."
        checked={enabled}
        disabled={status.state === 'loading' || starting}
        onChange={on => (on ? void during(askToTurnOn) : prove('turn-off'))}
      />
      {status.state === 'ready' && enabled && <Recovery left={status.data.recoveryCodesLeft} />}
      {isOpen && <TwoFactorDialogs />}
    </div>
  )
}

const Recovery = ({ left }: { left: number }) => (
  <div className="ms-11 flex flex-wrap items-center gap-x-4 gap-y-2">
    <p className={`text-sm ${left <= FEW ? 'text-amber' : 'text-soft'}`}>
      {left === 1 ? 'One recovery code is left.' : `${left} recovery codes are left.`}
    </p>
    <Button small onClick={() => prove('renew')}>
      New recovery codes
    </Button>
  </div>
)
