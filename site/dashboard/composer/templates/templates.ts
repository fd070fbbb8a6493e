import * as v from 'valibot'

import { NETWORK_IDS } from '#shared/networks.ts'
import { SaveTemplate, type Template } from '#shared/posts/templates.ts'
import { UNDO_MS } from '#shared/timings.ts'
import {
  $draft,
  $enabled,
  messageFor,
  setMessage,
  setMessageFor,
} from '#site/dashboard/composer/draft/draft.ts'
import { messageOf } from '#site/lib/api-error.ts'
import { api } from '#site/lib/api/api.ts'
import { randomId } from '#site/lib/random-id.ts'
import { remote } from '#site/lib/remote.ts'
import { toast } from '#site/lib/toasts.ts'

/** Saved texts, by name. */
export const $templates = remote(async () => (await (await api.templates.$get()).json()).data)

/** Returns the composer's text, for a new template. */
export function currentText(): string {
  const draft = $draft.get()
  const boxes = draft.sameMessage ? [draft.message] : NETWORK_IDS.map(network => messageFor(draft, network))
  return boxes.find(text => text.trim() !== '') ?? ''
}

/** Appends a template to every box, with a toast to undo it. */
export function insertTemplate({ name, text }: Template) {
  const before = $draft.get()
  const behind = (written: string) => (written.trim() === '' ? text : `${written.trimEnd()}\n\n${text}`)
  if (before.sameMessage) setMessage(behind(before.message))
  else for (const network of $enabled.get()) setMessageFor(network, behind(before.messages[network]))
  toast('success', `“${name}” inserted.`, {
    duration: UNDO_MS,
    action: {
      label: 'Undo',
      run: () => $draft.set({ ...$draft.get(), message: before.message, messages: before.messages }),
    },
  })
}

/** @returns an error message, if any */
export async function saveTemplate(name: string, text: string, id = randomId()): Promise<string | undefined> {
  const template = v.safeParse(SaveTemplate, { name, text })
  if (!template.success) return template.issues[0].message
  try {
    await api.templates[':id'].$put({ param: { id }, json: template.output })
    await $templates.reload()
    return undefined
  } catch (error) {
    return messageOf(error, 'This template wasn’t saved. Try again.')
  }
}

/** Deletes a template, with a toast to undo it. */
export async function deleteTemplate({ _id: id, name, text }: Template) {
  try {
    await api.templates[':id'].$delete({ param: { id } })
  } catch (error) {
    toast('error', messageOf(error, 'That template wasn’t deleted. Try again.'))
    return void $templates.reload()
  }
  // Reloads before the toast appears, because Tab reaches it from where the focus moves when the row disappears.
  await $templates.reload()
  toast('success', 'Template deleted.', {
    duration: UNDO_MS,
    action: { label: 'Undo', run: () => void bringBack({ id, name, text }) },
  })
}

async function bringBack({ id, name, text }: { id: string; name: string; text: string }) {
  const wrong = await saveTemplate(name, text, id)
  if (wrong) toast('error', wrong)
}
