import { NETWORK_IDS } from '#shared/networks.ts'
import { messageFor } from '#shared/posts/draft-texts.ts'
import { type SavedText, SaveTemplate } from '#shared/posts/saved-texts.ts'
import { SavedTextList, savedTexts, SaveForm } from '#site/dashboard/shared/SavedTexts.tsx'
import { api, dataOf } from '#site/lib/api/api.ts'
import { toastWithUndo } from '#site/lib/toasts.ts'
import { Button } from '#site/ui/Button.tsx'
import { Modal } from '#site/ui/dialogs/Modal.tsx'
import { $draft, $enabled, setMessage, setMessageFor } from './draft/draft.ts'

export const templates = savedTexts({
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

/** Appends a template to every message, with Undo. */
export function insertTemplate({ name, text }: SavedText) {
  const before = $draft.get()
  const withTemplate = (written: string) => (written.trim() === '' ? text : `${written.trimEnd()}\n\n${text}`)
  if (before.sameMessage) setMessage(withTemplate(before.message))
  else for (const network of $enabled.get()) setMessageFor(network, withTemplate(before.messages[network]))
  toastWithUndo(`“${name}” inserted.`, () =>
    $draft.set({ ...$draft.get(), message: before.message, messages: before.messages }),
  )
}

export function TemplatesDialog({ onClose }: { onClose: () => void }) {
  const text = currentText()
  return (
    <Modal wide title="Templates" onClose={onClose}>
      <div className="grid gap-6">
        {text && (
          <SaveForm
            label="Save your message as a template"
            placeholder="Name, for example Opening hours"
            buttonLabel="Save as template"
            text={text}
            onSave={name => templates.save(name, text)}
          />
        )}
        <SavedTextList
          saved={templates}
          empty={<NoTemplates canSave={text !== ''} onClose={onClose} />}
          onInsert={template => {
            insertTemplate(template)
            onClose()
          }}
        />
      </div>
    </Modal>
  )
}

function NoTemplates({ canSave, onClose }: { canSave: boolean; onClose: () => void }) {
  const write = () => {
    onClose()
    requestAnimationFrame(() =>
      document.querySelector<HTMLElement>('form:has([data-send-bar]) textarea')?.focus(),
    )
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 text-sm text-soft">
      <p>
        No templates yet.{' '}
        {canSave ? 'Save your message to use it again.' : 'Write a message to save it here.'}
      </p>
      {!canSave && (
        <Button small onClick={write}>
          Write a message
        </Button>
      )}
    </div>
  )
}
