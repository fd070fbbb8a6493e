import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { useState } from 'react'

import { GOOGLE_SIGN_IN_MESSAGES } from '#shared/auth/auth.ts'
import type { PROFILE_VISIBILITIES, Settings } from '#shared/settings.ts'
import { $me } from '#site/dashboard/shared/me.ts'
import { api } from '#site/lib/api/api.ts'
import { toast, withErrorToast } from '#site/lib/toasts.ts'
import { Button, keepFocus } from '#site/ui/Button.tsx'
import { ConfirmDialog } from '#site/ui/dialogs/ConfirmDialog.tsx'
import { SelectField } from '#site/ui/fields/Field.tsx'
import { Switch } from '#site/ui/fields/Switch.tsx'
import { Section } from './Section.tsx'
import { $sessions } from './Sessions.tsx'
import { choose } from './store.ts'
import { TwoFactor } from './TwoFactor.tsx'

const calls = api.users.auth.google

const $changingGoogle = atom(false)

async function removeGoogle() {
  if (await change(() => calls.$delete(), GOOGLE_SIGN_IN_MESSAGES.removed)) await $sessions.reload()
}

const allowGoogle = () => change(() => calls.allow.$post(), GOOGLE_SIGN_IN_MESSAGES.allowed)

/** @returns true on success */
async function change(send: () => Promise<unknown>, done: string): Promise<boolean> {
  if ($changingGoogle.get()) return false
  $changingGoogle.set(true)
  const isDone = await withErrorToast('That didn’t work. Try again.', async () => {
    await send()
    await $me.reload()
    toast('success', done)
  })
  $changingGoogle.set(false)
  return isDone
}

type Visibility = (typeof PROFILE_VISIBILITIES)[number]

const CHOICES = [
  { value: 'public', label: 'Public' },
  { value: 'friends', label: 'Friends' },
  { value: 'private', label: 'Private' },
] as const

/** Explains which part of the profile our team sees beside the user's requests. Nobody else sees a profile. */
const MEANS: Record<Visibility, string> = {
  public:
    'When you write to us, our team sees your photo, phone and bio beside your message. No other client ever sees your profile.',
  friends:
    'When you write to us, our team sees your name and photo beside your message, and nothing else from your profile.',
  private: 'When you write to us, our team sees your message and nothing from your profile.',
}

export function PrivacySettings({ chosen }: { chosen: Settings }) {
  return (
    <Section
      anchor="security"
      title="Privacy & Security"
      summary="Your profile, two-factor sign-in"
      note="Who can see your details, and how you sign in."
    >
      <SelectField
        label="Profile visibility"
        hint={MEANS[chosen.profileVisibility]}
        choices={CHOICES}
        value={chosen.profileVisibility}
        onChange={event => {
          const found = CHOICES.find(({ value }) => value === event.target.value)
          if (found) choose({ profileVisibility: found.value })
        }}
        className="sm:max-w-60"
      />
      <TwoFactor />
      <GoogleSignIn />
      <Switch
        label="Data sharing"
        hint="Lets us send what you type to the AI service when you press Generate with AI. Turn this off and AI drafts stop too. Posts only go to the networks you choose."
        checked={chosen.dataSharing}
        onChange={dataSharing => choose({ dataSharing })}
      />
    </Section>
  )
}

/** Removes or allows sign-in with Google for an account that also has a password. Hidden for accounts without one. */
function GoogleSignIn() {
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
