import { useStore } from '@nanostores/react'
import { BellRing, Monitor, Moon, Sun } from 'lucide-react'
import { useEffect } from 'react'

import { GOOGLE_SIGN_IN_MESSAGES } from '#shared/auth/auth.ts'
import { type Settings, type Appearance, type Language, LANGUAGES } from '#shared/settings.ts'
import { ask } from '#site/dashboard/shared/ask.tsx'
import { $me } from '#site/dashboard/shared/me.ts'
import { $devicePush, type DevicePush, turnOffPush, turnOnPush } from '#site/dashboard/shared/push-device.ts'
import { api } from '#site/lib/api/api.ts'
import { showAppearance } from '#site/lib/appearance.ts'
import { toast, withErrorToast } from '#site/lib/toasts.ts'
import { BusyButton, Button, useBusy } from '#site/ui/Button.tsx'
import { SelectField } from '#site/ui/fields/Field.tsx'
import { Switch } from '#site/ui/fields/Switch.tsx'
import { SaveRow } from './SaveRow.tsx'
import { Section, type SectionProps } from './Section.tsx'
import { $sessions } from './Sessions.tsx'
import { saveUserSettings, useSectionForm } from './store.ts'
import { TwoFactor } from './TwoFactor.tsx'

type FormProps = SectionProps & Pick<ReturnType<typeof useSectionForm<Settings>>, 'form' | 'row' | 'isSaving'>

/** A section whose settings are saved together. */
const FormSection = ({ form, row, isSaving, children, ...section }: FormProps) => (
  <Section {...section}>
    <form {...form} className="grid grid-cols-1 gap-5">
      {/* Changes made while saving would be lost. */}
      <div inert={isSaving} className="grid grid-cols-1 gap-5">
        {children}
      </div>
      <SaveRow {...row} />
    </form>
  </Section>
)

export function NotificationSettings({ saved }: { saved: Settings }) {
  const { values, change, ...section } = useSectionForm('notifications', saved, saveUserSettings)
  return (
    <FormSection
      {...section}
      anchor="notifications"
      note="Your dashboard always shows your notifications. Choose how else to get them."
    >
      <div className="grid gap-3">
        <Switch
          label="Email notifications"
          hint="Posts that didn’t go out or wait for your approval, accounts that need attention, and changes that reviewers request: one email, a few minutes after the last request. We always email you about passwords and sign-ins."
          checked={values.emailNotifications}
          onChange={emailNotifications => change({ emailNotifications })}
        />
        {values.emailNotifications && (
          <div className="ps-13">
            <Switch
              label="Also when a post is published"
              hint="One email a post, once all its networks have it."
              checked={values.publishedEmails}
              onChange={publishedEmails => change({ publishedEmails })}
            />
          </div>
        )}
      </div>
      <div className="grid gap-3">
        <Switch
          label="Push notifications"
          hint="The same on your devices, even when the dashboard is closed. Turn it on for each one."
          checked={values.pushNotifications}
          onChange={pushNotifications => change({ pushNotifications })}
        />
        {values.pushNotifications && <PushDevice />}
      </div>
      <Switch
        label="Social activity"
        hint="Once a day: new followers, likes and comments."
        checked={values.socialNotifications}
        onChange={socialNotifications => change({ socialNotifications })}
      />
      <Switch
        label="Marketing emails"
        hint="News and tips from us now and then. Every email has an unsubscribe link."
        checked={values.marketingEmails}
        onChange={marketingEmails => change({ marketingEmails })}
      />
    </FormSection>
  )
}

const STATUS_TEXTS: Record<DevicePush, string> = {
  unknown: '',
  unsupported:
    'This browser doesn’t support push notifications. On an iPhone, add the site to your home screen first.',
  blocked:
    'Your browser blocks notifications from this site. Allow them in its site settings, then reload the page.',
  off: 'Off on this device.',
  on: 'On for this device.',
}

/** Turns push messages on or off for this browser only. */
export function PushDevice() {
  const state = useStore($devicePush)
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 ps-13">
      <p role="status" className="text-xs text-soft">
        {STATUS_TEXTS[state]}
      </p>
      {(state === 'off' || state === 'on') && (
        <BusyButton
          small
          onClick={state === 'on' ? turnOffPush : turnOnPush}
          icon={state === 'off' && <BellRing className="size-4" />}
        >
          {state === 'on' ? 'Turn off here' : 'Turn on here'}
        </BusyButton>
      )}
    </div>
  )
}

const calls = api.users.auth.google

async function removeGoogle() {
  if (await changeGoogle(() => calls.$delete(), GOOGLE_SIGN_IN_MESSAGES.removed)) await $sessions.reload()
}

const allowGoogle = () => changeGoogle(() => calls.allow.$post(), GOOGLE_SIGN_IN_MESSAGES.allowed)

/** Changes the sign-in with Google. @returns true on success */
const changeGoogle = (send: () => Promise<unknown>, done: string): Promise<boolean> =>
  withErrorToast('That didn’t work. Try again.', async () => {
    await send()
    await $me.reload()
    toast('success', done)
  })

type Visibility = Settings['profileVisibility']

const CHOICES: readonly { value: Visibility; label: string }[] = [
  { value: 'public', label: 'Public' },
  { value: 'friends', label: 'Friends' },
  { value: 'private', label: 'Private' },
]

/** Explains which part of the profile our team sees beside the user's requests. Nobody else sees a profile. */
const MEANS: Record<Visibility, string> = {
  public:
    'When you write to us, our team sees your photo, phone and bio beside your message. No other client ever sees your profile.',
  friends:
    'When you write to us, our team sees your name and photo beside your message, and nothing else from your profile.',
  private: 'When you write to us, our team sees your message and nothing from your profile.',
}

export function PrivacySettings({ saved }: { saved: Settings }) {
  const { values, change, ...section } = useSectionForm('security', saved, saveUserSettings)
  return (
    <FormSection {...section} anchor="security" note="Who can see your details, and how you sign in.">
      <SelectField
        label="Profile visibility"
        hint={MEANS[values.profileVisibility]}
        choices={CHOICES}
        value={values.profileVisibility}
        onChange={event => change({ profileVisibility: event.target.value as Visibility })}
        className="sm:max-w-60"
      />
      <TwoFactor />
      <GoogleSignIn />
      <Switch
        label="Data sharing"
        hint="Lets us send what you type to the AI service when you press Generate with AI. Turn this off and AI drafts stop too. Posts only go to the networks you choose."
        checked={values.dataSharing}
        onChange={dataSharing => change({ dataSharing })}
      />
    </FormSection>
  )
}

/** Removes or allows sign-in with Google for an account that also has a password. Hidden for accounts without one. */
function GoogleSignIn() {
  const me = useStore($me).data
  const [allowing, during] = useBusy()
  if (!me || me.isGoogleAccount || me.googleSignIn === 'none') return null
  const isLinked = me.googleSignIn === 'linked'
  const askToRemove = () =>
    ask({
      title: 'Remove Google sign-in?',
      label: 'Remove',
      danger: true,
      children: (
        <p className="text-sm">
          You’ll sign in with your password. We’ll sign out every other browser, in case one of them signed in
          with Google.
        </p>
      ),
      onAction: removeGoogle,
    })
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="grid min-w-0 grow basis-64 gap-0.5">
        <p className="text-sm font-semibold">Google sign-in</p>
        <p className="text-xs text-soft">
          {isLinked
            ? 'You can also sign in with the Google account for your email.'
            : 'Removed. You sign in with your password only.'}
        </p>
      </div>
      {/* One button for both actions, so that it keeps its focus when the action changes. */}
      <Button
        small
        aria-label={isLinked ? 'Remove Google sign-in' : undefined}
        busy={allowing}
        onClick={() => (isLinked ? askToRemove() : during(allowGoogle))}
      >
        {isLinked ? 'Remove' : 'Allow Google again'}
      </Button>
    </div>
  )
}

const APPEARANCES = [
  { value: 'system', label: 'System', icon: Monitor },
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
] as const satisfies readonly { value: Appearance; label: string; icon: unknown }[]

const NAMES: Record<Language, string> = {
  en: 'English',
  es: 'Español',
  fr: 'Français',
  de: 'Deutsch',
  it: 'Italiano',
  pt: 'Português',
}

export function AppearanceSettings({ saved }: { saved: Settings }) {
  const { values, change, ...section } = useSectionForm('appearance', saved, saveUserSettings)

  const { appearance } = values
  useEffect(() => {
    showAppearance(appearance)
    return () => showAppearance(saved.appearance)
  }, [appearance, saved.appearance])
  return (
    <FormSection {...section} anchor="appearance" note="How pages look on every browser you sign in with.">
      <fieldset className="grid gap-2">
        <legend className="mb-1.5 p-0 text-sm font-semibold">Theme</legend>
        <div className="grid grid-cols-3 gap-2 sm:max-w-md">
          {APPEARANCES.map(({ value, label, icon: Icon }) => (
            <label
              key={value}
              className="flex min-h-11 cursor-pointer flex-col items-center gap-1.5 rounded-field border border-edge bg-raised px-2 py-3 text-sm
                hover:bg-base-200 has-checked:border-base-content has-checked:font-semibold
                has-checked:shadow-[inset_0_0_0_1px_currentColor] has-focus-visible:outline-2 has-focus-visible:outline-offset-2"
            >
              <input
                type="radio"
                name="appearance"
                value={value}
                checked={values.appearance === value}
                onChange={() => change({ appearance: value })}
                className="sr-only"
              />
              <Icon className="size-5" />
              {label}
            </label>
          ))}
        </div>
      </fieldset>
      <SelectField
        label="Language"
        hint="How dates, times and numbers are written. Words stay in English for now."
        choices={LANGUAGES.map(value => ({ value, label: NAMES[value] }))}
        value={values.language}
        onChange={event => change({ language: event.target.value as Language })}
        className="sm:max-w-60"
      />
      <Switch
        label="Keyboard shortcuts"
        hint="Single letters, such as C to create a post. Press ? to see them all."
        checked={values.keyboardShortcuts}
        onChange={keyboardShortcuts => change({ keyboardShortcuts })}
      />
    </FormSection>
  )
}
