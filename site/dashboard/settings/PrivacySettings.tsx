import type { PROFILE_VISIBILITIES, Settings } from '#shared/settings.ts'
import { SelectField } from '#site/ui/fields/SelectField.tsx'
import { Switch } from '#site/ui/fields/Switch.tsx'
import { GoogleSignIn } from './GoogleSignIn.tsx'
import { Section } from './section/Section.tsx'
import { choose } from './store.ts'
import { TwoFactor } from './two-factor/TwoFactor.tsx'

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
