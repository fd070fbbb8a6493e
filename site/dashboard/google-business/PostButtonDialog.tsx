import { useStore } from '@nanostores/react'
import { useState } from 'react'
import * as v from 'valibot'

import type { Fields } from '#shared/errors.ts'
import { BUTTON_LABELS, BUTTONS, type ButtonAction, MAX_URL } from '#shared/posts/extras.ts'
import { PostButton } from '#shared/posts/post-button.ts'
import { completeUrl } from '#shared/text/urls.ts'
import { $domains, $selectedDomain } from '#site/dashboard/shared/domains/store.ts'
import { api } from '#site/lib/api/api.ts'
import { ApiError, messageOf } from '#site/lib/api/error.ts'
import { toast } from '#site/lib/toasts.ts'
import { FormModal, useSaving } from '#site/ui/dialogs/FormModal.tsx'
import { SelectField, TextField } from '#site/ui/fields/Field.tsx'

/** Saves the button of the selected business's new posts; null for none. @returns errors by field if it wasn't saved */
export async function savePostButton(chosen: PostButton | null): Promise<Fields | undefined> {
  const id = $selectedDomain.get()?._id
  const postButton = v.safeParse(v.nullable(PostButton), chosen)
  if (!postButton.success) return { url: postButton.issues[0].message }
  if (!id) return undefined
  try {
    await api.domains[':id'].$patch({ param: { id }, json: { postButton: postButton.output } })
  } catch (error) {
    const fields = error instanceof ApiError ? error.fields : {}
    if (Object.keys(fields).length === 0)
      toast('error', messageOf(error, 'The button wasn’t saved. Try again.'))
    return fields
  }
  await $domains.reload()
  toast(
    'success',
    postButton.output
      ? `New posts start with “${BUTTON_LABELS[postButton.output.button]}”. Posts that you’ve sent or scheduled stay as they are.`
      : 'New posts start without a button.',
  )
  return undefined
}

export function PostButtonDialog({ onClose }: { onClose: () => void }) {
  const domain = useStore($selectedDomain)
  const [button, setButton] = useState(domain?.postButton?.button ?? null)
  const [url, setUrl] = useState(domain?.postButton?.url || domain?.websiteURL || '')
  const saving = useSaving(() => savePostButton(button && { button, url }), onClose)
  return (
    <FormModal
      {...saving}
      title="Button of new posts"
      submit="Save"
      intro="Each new post on Google starts with this button. You can change or remove it in each post. An offer has a button of its own."
    >
      <SelectField
        label="Button"
        placeholder="No button"
        choices={BUTTONS.map(value => ({ value, label: BUTTON_LABELS[value] }))}
        value={button ?? ''}
        hint={button === 'CALL' ? 'Calls the number of your profile.' : undefined}
        onChange={event => setButton((event.target.value || null) as ButtonAction | null)}
      />
      {button && button !== 'CALL' && (
        <TextField
          label="Where it leads"
          name="url"
          type="url"
          hint={
            domain?.linkTags?.on
              ? 'Gets the UTM tags of your links, so that you can count these visits.'
              : undefined
          }
          maxLength={MAX_URL}
          placeholder="https://"
          value={url}
          onChange={event => setUrl(event.target.value)}
          onBlur={() => setUrl(completeUrl(url))}
        />
      )}
    </FormModal>
  )
}
