import { useStore } from '@nanostores/react'

import { NETWORK_IDS } from '#shared/networks.ts'
import { MAX_SAVED_TEXT_NAME, type SavedText, SaveTemplate } from '#shared/posts/saved-texts.ts'
import { api, dataOf } from '#site/lib/api/api.ts'
import { toastWithUndo } from '#site/lib/toasts.ts'
import { Button } from '#site/ui/Button.tsx'
import { Modal } from '#site/ui/dialogs/Modal.tsx'
import { ErrorState, SkeletonRows } from '#site/ui/states.tsx'
import { $draft, $enabled, messageFor, setMessage, setMessageFor } from './draft/draft.ts'
import { savedTexts, SavedTextRow, SaveForm } from './SavedTexts.tsx'

export const {
  $items: $templates,
  save: saveTemplate,
  remove: deleteTemplate,
} = savedTexts({
  noun: 'template',
  list: () => dataOf(api.templates.$get()),
  schema: SaveTemplate,
  put: (id, json) => api.templates[':id'].$put({ param: { id }, json }),
  remove: id => api.templates[':id'].$delete({ param: { id } }),
})

function currentText(): string {
  const draft = $draft.get()
  const boxes = draft.sameMessage ? [draft.message] : NETWORK_IDS.map(network => messageFor(draft, network))
  return boxes.find(text => text.trim() !== '') ?? ''
}

/** Appends a template to every box, with a toast to undo it. */
export function insertTemplate({ name, text }: SavedText) {
  const before = $draft.get()
  const withTemplate = (written: string) => (written.trim() === '' ? text : `${written.trimEnd()}\n\n${text}`)
  if (before.sameMessage) setMessage(withTemplate(before.message))
  else for (const network of $enabled.get()) setMessageFor(network, withTemplate(before.messages[network]))
  toastWithUndo(`“${name}” inserted.`, () =>
    $draft.set({ ...$draft.get(), message: before.message, messages: before.messages }),
  )
}

/** Lists templates to insert, rename or delete, and creates them from the composer's text. */
export function TemplatesDialog({ onClose }: { onClose: () => void }) {
  const text = currentText()
  return (
    <Modal open wide title="Templates" onClose={onClose}>
      <div className="grid gap-6">
        {text && (
          <SaveForm
            label="Save your message as a template"
            placeholder="Name, for example Opening hours"
            action="Save as template"
            maxName={MAX_SAVED_TEXT_NAME}
            text={text}
            onSave={name => saveTemplate(name, text)}
          />
        )}
        <List onClose={onClose} canSave={text !== ''} />
      </div>
    </Modal>
  )
}

function List({ onClose, canSave }: { onClose: () => void; canSave: boolean }) {
  const templates = useStore($templates)
  if (templates.state === 'loading') return <SkeletonRows rows={3} label="Loading templates" />
  if (templates.state === 'failed')
    return <ErrorState message={templates.message} onRetry={$templates.reload} />
  if (templates.data.length === 0) {
    const write = () => {
      onClose()
      requestAnimationFrame(() =>
        document.querySelector<HTMLElement>('form:has([data-send-bar]) textarea')?.focus(),
      )
    }
    return (
      <div className="flex flex-wrap items-center justify-between gap-3 text-sm text-soft">
        <p>
          No templates yet. {canSave ? 'Save this one to use it again.' : 'Write a message to save it here.'}
        </p>
        {!canSave && (
          <Button small onClick={write}>
            Write a message
          </Button>
        )}
      </div>
    )
  }
  return (
    <ul className="grid grid-cols-1 divide-y divide-base-300">
      {templates.data.map(template => (
        <SavedTextRow
          key={template._id}
          item={template}
          noun="template"
          maxName={MAX_SAVED_TEXT_NAME}
          onInsert={() => {
            insertTemplate(template)
            onClose()
          }}
          onRename={name => saveTemplate(name, template.text, template._id)}
          onDelete={() => void deleteTemplate(template)}
        />
      ))}
    </ul>
  )
}
