import { useStore } from '@nanostores/react'
import { type FormEvent, useState } from 'react'
import * as v from 'valibot'

import type { Domain, SaveDomain } from '#shared/businesses/domains.ts'
import { isAllowed } from '#shared/businesses/permissions.ts'
import { MAX_EXAMPLE, MAX_EXAMPLES, MAX_FACTS, MAX_VOICE_TEXT, type Voice } from '#shared/businesses/voice.ts'
import { formatList } from '#shared/format-list.ts'
import { NETWORK_IDS, type NetworkId, networks } from '#shared/networks.ts'
import { LinkTags, DEFAULT_LINK_TAGS, tagLinks } from '#shared/posts/link-tags.ts'
import { askToDeleteDomain } from '#site/dashboard/shared/domains/dialogs.ts'
import { DomainFields, domainForm } from '#site/dashboard/shared/domains/DomainDialogs.tsx'
import { $domains, $selectedDomain, $selectedId } from '#site/dashboard/shared/domains/store.ts'
import { Loaded } from '#site/dashboard/shared/Loaded.tsx'
import { $businessNoun } from '#site/dashboard/shared/permissions.tsx'
import { $voice } from '#site/dashboard/shared/voice.ts'
import { readFields, useForm } from '#site/forms/use-form.ts'
import { api, dataOf } from '#site/lib/api/api.ts'
import { failureOf } from '#site/lib/api/failure-of.ts'
import { toast } from '#site/lib/toasts.ts'
import { Button } from '#site/ui/Button.tsx'
import { Form, TextArea, TextField } from '#site/ui/fields/Field.tsx'
import { Switch } from '#site/ui/fields/Switch.tsx'
import { SkeletonRows } from '#site/ui/states.tsx'
import { SaveRow } from './SaveRow.tsx'
import { useSectionForm, useUnsaved } from './store.ts'

export function Details() {
  const domain = useStore($selectedDomain)
  return domain && <DetailsForm key={domain._id} domain={domain} />
}

function DetailsForm({ domain }: { domain: Domain }) {
  const [store] = useState(() => domainForm(domain))
  const [unsaved, setUnsaved] = useUnsaved<SaveDomain>('details')
  const [initial] = useState({ ...domain, ...unsaved })
  const [isSaved, setSaved] = useState(false)
  const { form, sending } = useForm(store, {
    read: readFields,
    onSent() {
      setUnsaved(undefined)
      setSaved(true)
    },
  })
  const { one } = useStore($businessNoun)

  function onChange(event: FormEvent<HTMLFormElement>) {
    form.onChange(event)
    const { businessName = '', websiteURL = '' } = readFields(event.currentTarget)
    const isSame = businessName === domain.businessName && websiteURL === domain.websiteURL
    setUnsaved(isSame ? undefined : { businessName, websiteURL })
    setSaved(false)
  }

  return (
    <Form {...form} onChange={onChange} className="grid grid-cols-1 gap-4">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <DomainFields domain={initial} />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        {isAllowed(domain.role, 'own') && (
          <Button variant="quiet" className="-ms-3 text-error" onClick={() => void askToDeleteDomain(domain)}>
            Delete this {one}
          </Button>
        )}
        <SaveRow
          // A toast shows a failure.
          saving={sending ? 'saving' : isSaved ? 'saved' : undefined}
          isChanged={unsaved !== undefined}
        />
      </div>
    </Form>
  )
}

/** Saves the tags of the selected business. @returns an error message, if any */
export async function saveLinkTags(tags: LinkTags): Promise<string | undefined> {
  const id = $selectedDomain.get()?._id
  const linkTags = v.safeParse(LinkTags, tags)
  if (!linkTags.success) return linkTags.issues[0].message
  if (!id) return undefined
  return failureOf('Your link tags weren’t saved. Try again.', async () => {
    await api.domains[':id'].$patch({ param: { id }, json: { linkTags: linkTags.output } })
    await $domains.reload()
    toast(
      'success',
      tags.on ? 'Saved. Links in new posts get these tags.' : 'Links in new posts stay as you write them.',
    )
  })
}

const LINKING = NETWORK_IDS.filter(id => networks[id].linksWork)
const shortNames = (ids: readonly NetworkId[]) => formatList(ids.map(id => networks[id].shortName))
const HINT = `Your website’s statistics then show which visits came from your ${shortNames(LINKING)} posts. Links that already have UTM tags don’t change. Posts on ${shortNames(NETWORK_IDS.filter(id => !LINKING.includes(id)))} don’t change either, because links in their texts can’t be followed.`

export function LinkTagsForm() {
  const domain = useStore($selectedDomain)
  if (!domain) return <SkeletonRows rows={2} label="Loading your link tags" />
  return (
    <LinkTagsFields
      key={domain._id}
      saved={domain.linkTags ?? DEFAULT_LINK_TAGS}
      website={domain.websiteURL}
    />
  )
}

function LinkTagsFields({ saved, website }: { saved: LinkTags; website: string }) {
  const { values: tags, change, submit, form, row, isSaving } = useSectionForm('links', saved, saveLinkTags)
  const field = (name: 'source' | 'medium' | 'campaign', label: string, placeholder: string) => (
    <TextField
      label={label}
      value={tags[name]}
      placeholder={placeholder}
      onChange={event => change({ [name]: event.target.value })}
    />
  )

  return (
    <form {...form} className="grid grid-cols-1 gap-4">
      <Switch
        label="Add UTM tags to links"
        hint={HINT}
        checked={tags.on}
        disabled={isSaving}
        onChange={on => void submit({ on })}
      />
      {tags.on && (
        <>
          <div className="grid gap-4 sm:grid-cols-3">
            {field('source', 'Source', LINKING[0] ?? '')}
            {field('medium', 'Medium', 'None')}
            {field('campaign', 'Campaign', 'None')}
          </div>
          <p className="text-xs wrap-anywhere text-soft">
            For example: {LINKING[0] && tagLinks(website || 'https://example.com/', LINKING[0], tags)}
          </p>
        </>
      )}
      <SaveRow {...row} />
    </form>
  )
}

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

const VOICE_FIELDS = [
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
    {saved => <VoiceFields key={$selectedId.get()} saved={saved} />}
  </Loaded>
)

function VoiceFields({ saved }: { saved: Voice }) {
  const { values: voice, change, form, row, isSaving } = useSectionForm('voice', saved, saveVoice)

  function changeExample(at: number, text: string) {
    const examples = Array.from({ length: MAX_EXAMPLES }, (_, index) =>
      index === at ? text : (voice.examples[index] ?? ''),
    )
    while (examples.at(-1) === '') examples.pop()
    change({ examples })
  }

  return (
    <form {...form} inert={isSaving} className="grid grid-cols-1 gap-4">
      {VOICE_FIELDS.map(([name, label, example]) => (
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
      <SaveRow {...row} />
    </form>
  )
}
