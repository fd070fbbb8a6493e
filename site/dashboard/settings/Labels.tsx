import { useState } from 'react'

import { formatList } from '#shared/format-list.ts'
import { plural } from '#shared/plural.ts'
import { type LabelUse, MAX_LABEL, isSameLabel, RenameLabel } from '#shared/posts/labels.ts'
import { ask } from '#site/dashboard/shared/ask.tsx'
import { $selectedId, remoteOfBusiness } from '#site/dashboard/shared/domains/store.ts'
import { Loaded } from '#site/dashboard/shared/Loaded.tsx'
import { showDialog } from '#site/dashboard/shared/open-dialog.ts'
import { schemaForm } from '#site/forms/form-store.ts'
import { FormDialog } from '#site/forms/FormDialog.tsx'
import { api, dataOf } from '#site/lib/api/api.ts'
import { toast, withErrorToast } from '#site/lib/toasts.ts'
import { Button } from '#site/ui/Button.tsx'
import { TextField } from '#site/ui/fields/Field.tsx'
import { SkeletonRows } from '#site/ui/states.tsx'

/** Labels of the selected business with what has them; null without a business. */
export const $labelUses = remoteOfBusiness(domainId => dataOf(api.labels.uses.$get({ query: { domainId } })))

/** The other label that has this name. */
export const mergedWith = (label: string, to: string) =>
  $labelUses.get().data?.find(other => other.label !== label && isSameLabel(other.label, to))

async function change(label: string, to?: string) {
  const domainId = $selectedId.get()
  if (domainId === undefined) return
  await api.labels.change.$post({ json: { domainId, from: label, ...(to !== undefined && { to }) } })
  await $labelUses.reload()
}

export const renaming = (label: string) =>
  schemaForm(RenameLabel, {
    failed: 'The label wasn’t renamed. Try again.',
    async send({ to }) {
      const merged = mergedWith(label, to)
      await change(label, to)
      toast('success', merged ? `“${label}” is part of “${to}” now.` : `“${label}” is called “${to}” now.`)
    },
  })

export const deleteLabel = (label: string) =>
  withErrorToast('The label wasn’t deleted. Try again.', async () => {
    await change(label)
    toast('success', `“${label}” is deleted.`)
  })

export const Labels = () => (
  <Loaded store={$labelUses} loading={<SkeletonRows rows={3} label="Loading the labels" />}>
    {uses => <List uses={uses} />}
  </Loaded>
)

/** '2 posts, 1 draft and 1 file' */
const usesOf = ({ posts, drafts, files }: LabelUse) =>
  formatList([
    ...(posts > 0 ? [plural(posts, 'post')] : []),
    ...(drafts > 0 ? [plural(drafts, 'draft')] : []),
    ...(files > 0 ? [plural(files, 'file')] : []),
  ])

const askToDelete = (use: LabelUse) =>
  ask({
    title: `Delete “${use.label}”?`,
    label: 'Delete',
    danger: true,
    children: `${usesOf(use)} will lose this label, and stay as they are otherwise.`,
    onAction: () => deleteLabel(use.label),
  })

function List({ uses }: { uses: readonly LabelUse[] }) {
  if (uses.length === 0)
    return (
      <p className="text-sm text-soft">
        No labels yet. Add them to posts in the composer, or to files in Media.
      </p>
    )
  return (
    <ul className="-my-3 grid grid-cols-1 divide-y divide-base-300">
      {uses.map(use => (
        <li key={use.label} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
          <div className="min-w-0 grow basis-48">
            <p className="text-sm font-semibold wrap-anywhere">{use.label}</p>
            <p className="text-xs text-soft">{usesOf(use)}</p>
          </div>
          <div className="flex flex-wrap gap-2">
            <Button
              small
              aria-label={`Rename ${use.label}`}
              onClick={() => showDialog(RenameDialog, { use })}
            >
              Rename
            </Button>
            <Button small aria-label={`Delete ${use.label}`} onClick={() => askToDelete(use)}>
              Delete
            </Button>
          </div>
        </li>
      ))}
    </ul>
  )
}

function RenameDialog({ use, onClose }: { use: LabelUse; onClose: () => void }) {
  const [store] = useState(() => renaming(use.label))
  const [name, setName] = useState(use.label)
  const other = mergedWith(use.label, name.trim())
  return (
    <FormDialog
      store={store}
      title={`Rename “${use.label}”`}
      submit={other ? 'Merge' : 'Rename'}
      incomplete={name.trim() === '' || name === use.label}
      onClose={onClose}
    >
      <TextField
        label="Name"
        name="to"
        required
        autoComplete="off"
        maxLength={MAX_LABEL}
        value={name}
        onChange={event => setName(event.target.value)}
        hint={
          other
            ? `“${other.label}” already exists. Everything with either label will have “${name.trim()}”. This can’t be undone.`
            : 'The name of another label merges the two.'
        }
      />
    </FormDialog>
  )
}
