import { useStore } from '@nanostores/react'
import { useState } from 'react'
import * as v from 'valibot'

import { formatList } from '#shared/format-list.ts'
import { NETWORK_IDS, type NetworkId, networks } from '#shared/networks.ts'
import { LinkTags, DEFAULT_LINK_TAGS, tagLinks } from '#shared/posts/link-tags.ts'
import { $domains, $selectedDomain } from '#site/dashboard/shared/domains/store.ts'
import { api } from '#site/lib/api/api.ts'
import { failureOf } from '#site/lib/api/failure-of.ts'
import { toast } from '#site/lib/toasts.ts'
import { useBusy, useSubmit } from '#site/ui/Button.tsx'
import { TextField, FormMessage } from '#site/ui/fields/Field.tsx'
import { Switch } from '#site/ui/fields/Switch.tsx'
import { SkeletonRows } from '#site/ui/states.tsx'
import { SaveRow } from './SaveRow.tsx'
import { useUnsaved } from './store.ts'

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
  return <Fields key={domain._id} saved={domain.linkTags ?? DEFAULT_LINK_TAGS} website={domain.websiteURL} />
}

const NAMES = Object.keys(DEFAULT_LINK_TAGS) as (keyof LinkTags)[]

function Fields({ saved, website }: { saved: LinkTags; website: string }) {
  const [unsaved, setUnsaved] = useUnsaved<LinkTags>('links')
  const tags = unsaved ?? saved
  const [error, setError] = useState<string>()
  const [isSaved, setSaved] = useState(false)
  const [busy, during] = useBusy()

  const change = (wanted: LinkTags) =>
    setUnsaved(NAMES.some(name => wanted[name] !== saved[name]) ? wanted : undefined)

  const save = (wanted: LinkTags) =>
    during(async () => {
      setUnsaved(wanted)
      const problem = await saveLinkTags(wanted)
      setError(problem)
      setSaved(!problem)
      if (problem) change({ ...wanted, on: saved.on })
      else setUnsaved(undefined)
    })
  const [, form] = useSubmit(() => save(tags))

  const field = (name: 'source' | 'medium' | 'campaign', label: string, placeholder: string) => (
    <TextField
      label={label}
      value={tags[name]}
      placeholder={placeholder}
      onChange={event => change({ ...tags, [name]: event.target.value })}
    />
  )

  return (
    <form {...form} className="grid grid-cols-1 gap-4">
      <FormMessage message={error ?? ''} />
      <Switch
        label="Add UTM tags to links"
        hint={HINT}
        checked={tags.on}
        disabled={busy}
        onChange={on => void save({ ...tags, on })}
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
          <SaveRow
            saving={busy ? 'saving' : isSaved ? 'saved' : undefined}
            isChanged={unsaved !== undefined}
          />
        </>
      )}
    </form>
  )
}
