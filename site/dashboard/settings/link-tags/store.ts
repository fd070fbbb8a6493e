import * as v from 'valibot'

import { LinkTags } from '#shared/posts/link-tags.ts'
import { $domains, $selectedDomain } from '#site/dashboard/shared/domains/store.ts'
import { api } from '#site/lib/api/api.ts'
import { messageOf } from '#site/lib/api/error.ts'
import { toast } from '#site/lib/toasts.ts'

/** Saves the tags of the selected business. @returns an error message, if any */
export async function saveLinkTags(tags: LinkTags): Promise<string | undefined> {
  const id = $selectedDomain.get()?._id
  const linkTags = v.safeParse(LinkTags, tags)
  if (!linkTags.success) return linkTags.issues[0].message
  if (!id) return undefined
  try {
    await api.domains[':id'].$patch({ param: { id }, json: { linkTags: linkTags.output } })
    await $domains.reload()
    toast(
      'success',
      tags.on ? 'Saved. Links in new posts get these tags.' : 'Links in new posts stay as you write them.',
    )
    return undefined
  } catch (error) {
    return messageOf(error, 'Your link tags weren’t saved. Try again.')
  }
}
