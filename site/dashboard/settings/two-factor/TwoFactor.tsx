import { useStore } from '@nanostores/react'

import { $twoFactor } from '#site/dashboard/shared/second-factor.ts'
import { Button } from '#site/ui/Button.tsx'
import { Switch } from '#site/ui/fields/Switch.tsx'
import { ErrorState } from '#site/ui/states/ErrorState.tsx'
import { ProveDialog } from './ProveDialog.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { SetUpDialog } from './SetUpDialog.tsx'
import { SignInAgain } from './SignInAgain.tsx'
import { $dialog, $starting, askToRenew, askToTurnOff, askToTurnOn } from './two-factor.ts'

const FEW = 3

/** Unlike the switches around it, this one takes effect at once, because a code turns it on or off. */
export function TwoFactor() {
  const status = useStore($twoFactor)
  const starting = useStore($starting)
  if (status.state === 'failed') return <ErrorState message={status.message} onRetry={$twoFactor.reload} />
  const enabled = status.state === 'ready' && status.data.enabled
  return (
    <div className="grid gap-3">
      <Switch
        label="Two-factor sign-in"
        hint="After your password, a code from an app on your phone. This switch takes effect straight away, without Save Changes."
        checked={enabled}
        disabled={status.state === 'loading' || starting}
        onChange={on => (on ? void askToTurnOn() : askToTurnOff())}
      />
      {status.state === 'ready' && enabled && <Recovery left={status.data.recoveryCodesLeft} />}
      <Dialogs />
    </div>
  )
}

const Recovery = ({ left }: { left: number }) => (
  <div className="ms-11 flex flex-wrap items-center gap-x-4 gap-y-2">
    <p className={`text-sm ${left <= FEW ? 'text-amber' : 'text-soft'}`}>
      {left === 1 ? 'One recovery code is left.' : `${left} recovery codes are left.`}
    </p>
    <Button small onClick={askToRenew}>
      New recovery codes
    </Button>
  </div>
)

function Dialogs() {
  const dialog = useStore($dialog)
  if (dialog.open === 'set-up') return <SetUpDialog secret={dialog.secret} address={dialog.address} />
  if (dialog.open === 'codes') return <RecoveryCodes codes={dialog.codes} first={dialog.first} />
  if (dialog.open === 'prove') return <ProveDialog key={dialog.why} why={dialog.why} />
  if (dialog.open === 'sign-in-again') return <SignInAgain />
  return null
}
