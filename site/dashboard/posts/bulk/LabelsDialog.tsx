import { useState } from 'react'

import { plural } from '#shared/plural.ts'
import { addLabel } from '#shared/posts/labels.ts'
import type { Post } from '#shared/posts/posts.ts'
import { compareNames } from '#shared/text/compare-names.ts'
import { LabelInput } from '#site/dashboard/shared/labels/LabelInput.tsx'
import { ActionModal } from '#site/ui/dialogs/ActionModal.tsx'
import { CheckRow } from '#site/ui/fields/Checkbox.tsx'

type LabelsDialogProps = {
  posts: readonly Post[]
  onChange: (change: { add: string[]; remove: string[] }) => void
  onClose: () => void
}

export function LabelsDialog({ posts, onChange, onClose }: LabelsDialogProps) {
  const [add, setAdd] = useState<string[]>([])
  const [remove, setRemove] = useState<string[]>([])
  const present = [...new Set(posts.flatMap(({ labels = [] }) => labels))]
    .reduce(addLabel, [])
    .toSorted(compareNames)
  return (
    <ActionModal
      title={`Labels of ${plural(posts.length, 'post')}`}
      cancelLabel="Keep as they are"
      label="Save"
      disabled={add.length + remove.length === 0}
      onClose={onClose}
      onAction={() => onChange({ add, remove })}
    >
      <div className="grid grid-cols-1 gap-4">
        <LabelInput label="Add" labels={add} onChange={setAdd} />
        {present.length > 0 && (
          <fieldset>
            <legend className="mb-1 p-0 text-sm font-semibold">Remove</legend>
            {present.map(label => (
              <CheckRow
                key={label}
                checked={remove.includes(label)}
                onChange={({ target }) =>
                  setRemove(target.checked ? [...remove, label] : remove.filter(each => each !== label))
                }
              >
                <span className="min-w-0 wrap-anywhere">{label}</span>
              </CheckRow>
            ))}
          </fieldset>
        )}
      </div>
    </ActionModal>
  )
}
