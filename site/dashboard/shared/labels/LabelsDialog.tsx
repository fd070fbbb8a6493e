import { useState } from 'react'

import type { LabelChange } from '#shared/posts/label-change.ts'
import { addLabel } from '#shared/posts/labels.ts'
import { compareNames } from '#shared/text/compare-names.ts'
import { ActionModal } from '#site/ui/dialogs/ActionModal.tsx'
import { CheckList } from '#site/ui/fields/CheckList.tsx'
import { LabelInput } from './LabelInput.tsx'

type LabelsDialogProps = {
  title: string
  items: readonly { labels?: readonly string[] }[]
  known?: readonly string[] | undefined
  onChange: (change: LabelChange) => unknown
  onClose: () => void
}

export function LabelsDialog({ title, items, known, onChange, onClose }: LabelsDialogProps) {
  const [add, setAdd] = useState<string[]>([])
  const [remove, setRemove] = useState<string[]>([])
  const present = [...new Set(items.flatMap(({ labels = [] }) => labels))]
    .reduce(addLabel, [])
    .toSorted(compareNames)
  return (
    <ActionModal
      title={title}
      cancelLabel="Keep as they are"
      label="Save"
      onClose={onClose}
      onAction={async () => {
        if (add.length + remove.length > 0) await onChange({ add, remove })
        onClose()
      }}
    >
      <div className="grid grid-cols-1 gap-4">
        <LabelInput label="Add" labels={add} onChange={setAdd} known={known} />
        {present.length > 0 && (
          <CheckList legend="Remove" values={present} checked={remove} onCheck={setRemove}>
            {label => <span className="min-w-0 wrap-anywhere">{label}</span>}
          </CheckList>
        )}
      </div>
    </ActionModal>
  )
}
