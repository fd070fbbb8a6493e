import { useState } from 'react'

import { MAX_EXAMPLE, MAX_EXAMPLES, MAX_FACTS, MAX_VOICE_TEXT, type Voice } from '#shared/businesses/voice.ts'
import { $selectedId } from '#site/dashboard/shared/domains/store.ts'
import { Loaded } from '#site/dashboard/shared/Loaded.tsx'
import { $voice } from '#site/dashboard/shared/voice.ts'
import { api, dataOf } from '#site/lib/api/api.ts'
import { failureOf } from '#site/lib/api/failure-of.ts'
import { toast } from '#site/lib/toasts.ts'
import { useSubmit } from '#site/ui/Button.tsx'
import { TextArea } from '#site/ui/fields/Field.tsx'
import { SkeletonRows } from '#site/ui/states.tsx'
import { SaveRow } from './SaveRow.tsx'
import { type Saving, useUnsaved } from './store.ts'

/** Saves the voice of the selected business. @returns an error message, if any */
export async function saveVoice(voice: Voice): Promise<string | undefined> {
  const id = $selectedId.get()
  if (!id) return undefined
  return failureOf('The voice wasn’t saved. Try again.', async () => {
    const data = await dataOf(api.domains[':id'].voice.$put({ param: { id }, json: voice }))
    if ($selectedId.get() === id) $voice.set({ state: 'ready', data })
    toast('success', 'Voice saved. The next AI text follows it.')
  })
}

const FIELDS = [
  [
    'about',
    'What the business does',
    'A bakery in Brunswick: sourdough, pies, coffee. For neighbours and cafés.',
  ],
  ['tone', 'How it sounds', 'Warm and short. Speaks of “we”. Few emoji.'],
  ['use', 'Words to use', 'Loaf, bake, Brunswick'],
  ['avoid', 'Words to avoid', 'Cheap, artisanal, exclamation marks'],
  ['facts', 'Facts that AI may use', 'Open Tue–Sun from 7 am. 12 Sydney Road. Free delivery from $40.'],
] as const

export const VoiceForm = () => (
  <Loaded store={$voice} loading={<SkeletonRows rows={5} label="Loading the voice" />}>
    {saved => <Fields key={$selectedId.get()} saved={saved} />}
  </Loaded>
)

function Fields({ saved }: { saved: Voice }) {
  const [unsaved, setUnsaved] = useUnsaved<Voice>('voice')
  const [saving, setSaving] = useState<Saving>()
  const voice = unsaved ?? saved
  const [, form] = useSubmit(async () => {
    setSaving('saving')
    const failed = await saveVoice(voice)
    setSaving(failed ? { failed } : 'saved')
    if (!failed) setUnsaved(undefined)
  })

  function change(changed: Partial<Voice>) {
    const wanted = { ...voice, ...changed }
    setUnsaved(JSON.stringify(wanted) === JSON.stringify(saved) ? undefined : wanted)
    setSaving(undefined)
  }
  function changeExample(at: number, text: string) {
    const examples = Array.from({ length: MAX_EXAMPLES }, (_, index) =>
      index === at ? text : (voice.examples[index] ?? ''),
    )
    while (examples.at(-1) === '') examples.pop()
    change({ examples })
  }

  return (
    <form {...form} inert={saving === 'saving'} className="grid grid-cols-1 gap-4">
      {FIELDS.map(([name, label, example]) => (
        <TextArea
          key={name}
          label={label}
          rows={name === 'about' || name === 'facts' ? 3 : 2}
          maxLength={name === 'facts' ? MAX_FACTS : MAX_VOICE_TEXT}
          placeholder={example}
          hint={name === 'facts' ? 'AI mentions no prices, dates or offers except these.' : undefined}
          value={voice[name]}
          onChange={event => change({ [name]: event.target.value })}
        />
      ))}
      <fieldset className="grid grid-cols-1 gap-3">
        <legend className="mb-2 text-sm font-semibold">Posts that sound right</legend>
        {Array.from({ length: MAX_EXAMPLES }, (_, at) => (
          <TextArea
            key={at}
            label={`Example ${at + 1}`}
            hideLabel
            rows={2}
            maxLength={MAX_EXAMPLE}
            placeholder={at === 0 ? 'Paste a post that you like.' : 'Another one'}
            value={voice.examples[at] ?? ''}
            onChange={event => changeExample(at, event.target.value)}
          />
        ))}
      </fieldset>
      <SaveRow saving={saving} isChanged={unsaved !== undefined} onDiscard={() => setUnsaved(undefined)} />
    </form>
  )
}
