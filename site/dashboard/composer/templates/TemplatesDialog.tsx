import { useStore } from '@nanostores/react'
import { type FormEvent, useState } from 'react'

import { MAX_TEMPLATE_NAME } from '#shared/posts/templates.ts'
import { Button } from '#site/ui/Button.tsx'
import { Modal } from '#site/ui/dialogs/Modal.tsx'
import { Letter } from '#site/ui/drawings.tsx'
import { TextField } from '#site/ui/fields/Field.tsx'
import { EmptyState } from '#site/ui/states/EmptyState.tsx'
import { ErrorState } from '#site/ui/states/ErrorState.tsx'
import { SkeletonRows } from '#site/ui/states/Skeleton.tsx'
import { TemplateRow } from './TemplateRow.tsx'
import { $templates, currentText, saveTemplate } from './templates.ts'

/** Lists templates to insert, rename or delete, and creates them from the composer's text. */
export function TemplatesDialog({ onClose }: { onClose: () => void }) {
  const text = currentText()
  return (
    <Modal open wide title="Templates" onClose={onClose}>
      <div className="grid gap-6">
        {text && <SaveCurrent text={text} />}
        <List onClose={onClose} canSave={text !== ''} />
      </div>
    </Modal>
  )
}

function SaveCurrent({ text }: { text: string }) {
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    setBusy(true)
    const wrong = await saveTemplate(name, text)
    setBusy(false)
    setProblem(wrong)
    if (!wrong) setName('')
  }

  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-2 rounded-box border border-base-300 p-4">
      <TextField
        label="Save what you have written as a template"
        placeholder="Name, for example Opening hours"
        value={name}
        maxLength={MAX_TEMPLATE_NAME}
        onChange={event => setName(event.target.value)}
        {...(problem && { error: problem })}
      />
      <p className="line-clamp-2 text-xs text-soft">{text}</p>
      <Button type="submit" small busy={busy} className="justify-self-start">
        Save as template
      </Button>
    </form>
  )
}

function List({ onClose, canSave }: { onClose: () => void; canSave: boolean }) {
  const templates = useStore($templates)
  if (templates.state === 'loading') return <SkeletonRows rows={3} label="Loading templates" />
  if (templates.state === 'failed')
    return <ErrorState message={templates.message} onRetry={$templates.reload} />
  if (templates.data.length === 0) {
    return (
      <EmptyState drawing={<Letter />} title="No templates yet">
        {canSave
          ? 'Give what you have written a name, and use it again in another post.'
          : 'Write a message first: here you can keep it to use it again.'}
      </EmptyState>
    )
  }
  return (
    <ul className="grid grid-cols-1 divide-y divide-base-300">
      {templates.data.map(template => (
        <TemplateRow key={template._id} template={template} onInserted={onClose} />
      ))}
    </ul>
  )
}
