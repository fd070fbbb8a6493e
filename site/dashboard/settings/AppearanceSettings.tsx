import { Monitor, Moon, Sun } from 'lucide-react'

import { type Appearance, type Language, LANGUAGES, type Settings } from '#shared/settings.ts'
import { SelectField } from '#site/ui/fields/Field.tsx'
import { Switch } from '#site/ui/fields/Switch.tsx'
import { Section } from './Section.tsx'
import { choose } from './store.ts'

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

const summaryOf = ({ appearance, language }: Settings) =>
  `${APPEARANCES.find(({ value }) => value === appearance)?.label} theme, ${NAMES[language]}`

export function AppearanceSettings({ chosen }: { chosen: Settings }) {
  return (
    <Section
      anchor="appearance"
      title="Appearance"
      note="How pages look on every browser you sign in with."
      summary={summaryOf(chosen)}
    >
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
                checked={chosen.appearance === value}
                onChange={() => choose({ appearance: value })}
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
        hint="For dates and numbers. Everything else stays in English for now."
        choices={LANGUAGES.map(value => ({ value, label: NAMES[value] }))}
        value={chosen.language}
        onChange={event => {
          const language = LANGUAGES.find(each => each === event.target.value)
          if (language) choose({ language })
        }}
        className="sm:max-w-60"
      />
      <Switch
        label="Keyboard shortcuts"
        hint="Single letters, such as C to create a post. Press ? to see them all."
        checked={chosen.keyboardShortcuts}
        onChange={keyboardShortcuts => choose({ keyboardShortcuts })}
      />
    </Section>
  )
}
