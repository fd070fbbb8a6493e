import { Pencil, Trash2 } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'

import { MAX_TEMPLATE_NAME, type Template } from '#shared/posts/templates.ts'
import { Button } from '#site/ui/Button.tsx'
import { TextField } from '#site/ui/fields/Field.tsx'
import { IconButton } from '#site/ui/IconButton.tsx'
import { keepFocus } from '#site/ui/keep-focus.ts'
import { deleteTemplate, insertTemplate, saveTemplate } from './templates.ts'

type TemplateRowProps = { template: Template; onInserted: () => void }

export function TemplateRow({ template, onInserted }: TemplateRowProps) {
  const [renaming, setRenaming] = useState(false)
  const renameButton = useRef<HTMLButtonElement>(null)

  function stopRenaming() {
    setRenaming(false)
    requestAnimationFrame(() => renameButton.current?.focus())
  }

  if (renaming) return <Rename template={template} onDone={stopRenaming} />
  return (
    <li ref={keepFocus} className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <div className="grid min-w-40 grow basis-0 gap-0.5">
        <p className="truncate text-sm font-semibold">{template.name}</p>
        <p className="line-clamp-2 text-xs text-soft">{template.text}</p>
      </div>
      <div className="flex items-center gap-1">
        <Button
          small
          onClick={() => {
            insertTemplate(template)
            onInserted()
          }}
          aria-label={`Insert ${template.name}`}
        >
          Insert
        </Button>
        <IconButton
          ref={renameButton}
          label={`Rename ${template.name}`}
          tip="Rename"
          icon={<Pencil aria-hidden="true" className="size-4" />}
          onClick={() => setRenaming(true)}
        />
        <IconButton
          label={`Delete ${template.name}`}
          tip="Delete"
          danger
          icon={<Trash2 aria-hidden="true" className="size-4" />}
          onClick={() => deleteTemplate(template)}
        />
      </div>
    </li>
  )
}

function Rename({ template, onDone }: { template: Template; onDone: () => void }) {
  const [name, setName] = useState(template.name)
  const [problem, setProblem] = useState<string>()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    const wrong = await saveTemplate(name, template.text, template._id)
    setProblem(wrong)
    if (!wrong) onDone()
  }

  return (
    <li className="py-3">
      <form ref={form} noValidate onSubmit={onSubmit} className="grid gap-2">
        <TextField
          label="Name of the template"
          value={name}
          maxLength={MAX_TEMPLATE_NAME}
          onChange={event => setName(event.target.value)}
          {...(problem && { error: problem })}
        />
        <div className="flex gap-2">
          <Button type="submit" small>
            Save name
          </Button>
          <Button small look="quiet" onClick={onDone}>
            Cancel
          </Button>
        </div>
      </form>
    </li>
  )
}
