import { useStore } from '@nanostores/react'

import { MAX_TEMPLATE_NAME } from '#shared/posts/templates.ts'
import { SavedTextRow } from '#site/dashboard/composer/saved-texts/SavedTextRow.tsx'
import { SaveForm } from '#site/dashboard/composer/saved-texts/SaveForm.tsx'
import { Button } from '#site/ui/Button.tsx'
import { Modal } from '#site/ui/dialogs/Modal.tsx'
import { ErrorState } from '#site/ui/states/ErrorState.tsx'
import { SkeletonRows } from '#site/ui/states/Skeleton.tsx'
import { $templates, currentText, deleteTemplate, insertTemplate, saveTemplate } from './templates.ts'

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
            maxName={MAX_TEMPLATE_NAME}
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
      requestAnimationFrame(() => document.querySelector<HTMLElement>('main form textarea')?.focus())
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
          maxName={MAX_TEMPLATE_NAME}
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
