import { isSameLabel, RenameLabel, type LabelUse } from '#shared/posts/labels.ts'
import { $selectedId, remoteOfSelection } from '#site/dashboard/shared/domains/store.ts'
import { checkForm, formStore } from '#site/forms/form-store.ts'
import { api, dataOf } from '#site/lib/api/api.ts'
import { toast, withErrorToast } from '#site/lib/toasts.ts'

/** Labels of the selected business with what has them; null without a business. */
export const $labelUses = remoteOfSelection(async (domainId): Promise<LabelUse[] | null> =>
  domainId ? await dataOf(api.labels.uses.$get({ query: { domainId } })) : null,
)

/** The other label that has this name. */
export const mergedWith = (label: string, to: string) =>
  $labelUses.get().data?.find(other => other.label !== label && isSameLabel(other.label, to))

async function change(label: string, to?: string) {
  const domainId = $selectedId.get()
  if (domainId === undefined) return
  await api.labels.change.$post({ json: { domainId, from: label, ...(to !== undefined && { to }) } })
  await $labelUses.reload()
}

/** Renames a label, or merges it with the one that has the name. */
export const renaming = (label: string) =>
  formStore({
    check: (values: unknown) => checkForm(RenameLabel, values),
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
