import { useStore } from '@nanostores/react'
import { useState } from 'react'

import { $me } from '#site/dashboard/shared/me.ts'
import { Button } from '#site/ui/Button.tsx'
import { ConfirmDialog } from '#site/ui/dialogs/ConfirmDialog.tsx'
import { keepFocus } from '#site/ui/keep-focus.ts'
import { $changingGoogle, allowGoogle, removeGoogle } from './google-sign-in.ts'

/** Removes or allows sign-in with Google for an account that also has a password. Hidden for accounts without one. */
export function GoogleSignIn() {
  const me = useStore($me)
  if (me.state !== 'ready' || me.data.isGoogleAccount || me.data.googleSignIn === 'none') return null
  return (
    <div ref={keepFocus} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <Choice isLinked={me.data.googleSignIn === 'linked'} />
    </div>
  )
}

/** Uses one button for both actions, so that it keeps its focus when the action changes. */
function Choice({ isLinked }: { isLinked: boolean }) {
  const changing = useStore($changingGoogle)
  const [asking, setAsking] = useState(false)
  const remove = async () => {
    await removeGoogle()
    setAsking(false)
  }
  return (
    <>
      <Explanation>
        {isLinked
          ? 'You can also sign in with the Google account for your email.'
          : 'Removed. You sign in with your password only.'}
      </Explanation>
      <Button
        small
        aria-label={isLinked ? 'Remove Google sign-in' : undefined}
        busy={changing && !asking}
        onClick={() => (isLinked ? setAsking(true) : void allowGoogle())}
      >
        {isLinked ? 'Remove' : 'Allow Google again'}
      </Button>
      <ConfirmDialog
        open={asking}
        title="Remove Google sign-in?"
        confirmLabel="Remove"
        danger
        busy={changing}
        onCancel={() => setAsking(false)}
        onConfirm={() => void remove()}
      >
        <p className="text-sm">
          You’ll sign in with your password. We’ll sign out every other browser, in case one of them signed in
          with Google.
        </p>
      </ConfirmDialog>
    </>
  )
}

const Explanation = ({ children }: { children: string }) => (
  <div className="grid min-w-0 grow basis-64 gap-0.5">
    <p className="text-sm font-semibold">Google sign-in</p>
    <p className="text-xs text-soft">{children}</p>
  </div>
)
