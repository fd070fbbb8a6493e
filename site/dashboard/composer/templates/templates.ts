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
import { savedTexts } from '#site/dashboard/composer/saved-texts/saved-texts.ts'
import { api } from '#site/lib/api/api.ts'
import { toast } from '#site/lib/toasts.ts'

export const {
  $items: $templates,
  save: saveTemplate,
  remove: deleteTemplate,
} = savedTexts<Template>({
  noun: 'template',
  list: async () => (await (await api.templates.$get()).json()).data,
  check(name, text) {
    const template = v.safeParse(SaveTemplate, { name, text })
    return template.success ? template.output : template.issues[0].message
  },
  put: (id, json) => api.templates[':id'].$put({ param: { id }, json }),
  remove: id => api.templates[':id'].$delete({ param: { id } }),
})

/** Returns the composer's text, for a new template. */
export function currentText(): string {
  const draft = $draft.get()
  const boxes = draft.sameMessage ? [draft.message] : NETWORK_IDS.map(network => messageFor(draft, network))
  return boxes.find(text => text.trim() !== '') ?? ''
}

/** Appends a template to every box, with a toast to undo it. */
export function insertTemplate({ name, text }: Template) {
  const before = $draft.get()
  const withTemplate = (written: string) => (written.trim() === '' ? text : `${written.trimEnd()}\n\n${text}`)
  if (before.sameMessage) setMessage(withTemplate(before.message))
  else for (const network of $enabled.get()) setMessageFor(network, withTemplate(before.messages[network]))
  toast('success', `“${name}” inserted.`, {
    duration: UNDO_MS,
    action: {
      label: 'Undo',
      run: () => $draft.set({ ...$draft.get(), message: before.message, messages: before.messages }),
    },
  })
}
