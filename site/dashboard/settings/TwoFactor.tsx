import { useStore } from '@nanostores/react'

import type { ProofByPassword } from '#shared/auth/auth.ts'
import { TWO_FACTOR_MESSAGES } from '#shared/auth/two-factor.ts'
import { ask } from '#site/dashboard/shared/ask.tsx'
import { logOut } from '#site/dashboard/shared/guard.ts'
import { $twoFactor, $me } from '#site/dashboard/shared/me.ts'
import { openDialog } from '#site/dashboard/shared/open-dialog.ts'
import { api, bodyOf } from '#site/lib/api/api.ts'
import { ApiError, messageOf } from '#site/lib/api/error.ts'
import { toast } from '#site/lib/toasts.ts'
import { Button, useBusy } from '#site/ui/Button.tsx'
import { Switch } from '#site/ui/fields/Switch.tsx'
import { ErrorState } from '#site/ui/states.tsx'

export const calls = api.users['two-factor']
export const FAILED = 'That didn’t work. Try again.'

export type ProofReason = 'turn-on' | 'turn-off' | 'renew'

const load = () => import('./TwoFactorDialogs.tsx')

const prove = (why: ProofReason) => openDialog(async () => (await load()).ProveDialog, { why })

/** Starts the set-up; sign-in doesn't change until a code is verified. */
export async function startSetUp(form: ProofByPassword) {
  const { data } = await bodyOf(calls.start.$post({ json: form }))
  await openDialog(async () => (await load()).SetUpDialog, data)
}

/** Asks for the password. Users who sign in with Google have none, and must have signed in recently. */
export async function askToTurnOn() {
  const me = $me.get()
  const hasPassword = me.state !== 'ready' || !me.data.isGoogleAccount
  if (hasPassword) return prove('turn-on')
  try {
    await startSetUp({ password: '' })
  } catch (error) {
    if (error instanceof ApiError && error.fields.password) return askToSignInAgain()
    toast('error', messageOf(error, FAILED))
    void $twoFactor.reload()
  }
}

/** For users without a password whose sign-in is too old to prove their identity. */
const askToSignInAgain = () =>
  ask({
    title: 'First, sign in again',
    label: 'Sign out',
    children: <p className="text-sm">{TWO_FACTOR_MESSAGES.signInAgain}</p>,
    onAction: logOut,
  })

const FEW = 3

/** Unlike the switches around it, this one takes effect at once, because a code turns it on or off. */
export function TwoFactor() {
  const status = useStore($twoFactor)
  const [starting, during] = useBusy()
  if (status.state === 'failed') return <ErrorState message={status.message} onRetry={$twoFactor.reload} />
  const enabled = status.state === 'ready' && status.data.enabled
  return (
    <div className="grid gap-3">
      <Switch
        label="Two-factor sign-in"
        hint="After your password, a code from an app on your phone. This switch takes effect straight away."
        checked={enabled}
        disabled={status.state === 'loading' || starting}
        onChange={on => void (on ? during(askToTurnOn) : prove('turn-off'))}
      />
      {status.state === 'ready' && enabled && <Recovery left={status.data.recoveryCodesLeft} />}
    </div>
  )
}

const Recovery = ({ left }: { left: number }) => (
  <div className="ms-11 flex flex-wrap items-center gap-x-4 gap-y-2">
    <p className={`text-sm ${left <= FEW ? 'text-amber' : 'text-soft'}`}>
      {left === 1 ? 'One recovery code is left.' : `${left} recovery codes are left.`}
    </p>
    <Button small onClick={() => void prove('renew')}>
      New recovery codes
    </Button>
  </div>
)
