import { useStore } from '@nanostores/react'
import { computed, map } from 'nanostores'
import { useState } from 'react'

import { type Settings, SETTINGS_SAVED } from '#shared/settings.ts'
import { $selectedId } from '#site/dashboard/shared/domains/store.ts'
import { leaveGuard } from '#site/dashboard/shared/leave-guard.ts'
import { saveSettings } from '#site/dashboard/shared/me.ts'
import { failureOf } from '#site/lib/api/failure-of.ts'
import { toast } from '#site/lib/toasts.ts'
import { useSubmit } from '#site/ui/Button.tsx'
import { type Anchor, isOfBusiness } from './sections.ts'

/** Unsaved values of the sections' forms, by section and, for those of a business, its id. */
const $unsaved = map<Record<string, unknown>>({})

/** The sections with unsaved changes, of the user and of the selected business. */
export const $unsavedSections = computed([$unsaved, $selectedId], (unsaved, id): string[] =>
  Object.keys(unsaved).flatMap(key => {
    const [section = '', domainId] = key.split(' ')
    return domainId === undefined || domainId === id ? section : []
  }),
)

/**
 * Returns the unsaved values of a section's form and their setter. Undefined means no changes. The values survive Back and the
 * selection of another business; links ask before they are discarded.
 */
export function useUnsaved<Values>(section: Anchor) {
  const domainId = useStore($selectedId)
  const key = isOfBusiness(section) ? `${section} ${domainId}` : section
  const values = useStore($unsaved)[key] as Values | undefined
  return [values, (changed: Values | undefined) => $unsaved.setKey(key, changed)] as const
}

export const discard = () => $unsaved.set({})

export const guardLeaving = leaveGuard({
  losesContent: () => Object.keys($unsaved.get()).length > 0,
  discard,
  question: {
    title: 'Leave without saving?',
    label: 'Leave',
    cancelLabel: 'Stay',
    children: 'You have unsaved changes on this page.',
  },
})

/** Returns the changes; undefined if they only repeat what is saved. */
export const changesOf = <Values extends object>(saved: Values, changes: Partial<Values>) =>
  JSON.stringify({ ...saved, ...changes }) === JSON.stringify(saved) ? undefined : changes

/** Result of a section's last save; undefined once the user changes the section again. */
export type Saving = 'saving' | 'saved' | { failed: string } | undefined

/**
 * Returns the values of a section's form, which are kept while they are unsaved, and the props of its `SaveRow`.
 * @param save returns an error message, if any
 */
export function useSectionForm<Values extends object>(
  section: Anchor,
  saved: Values,
  save: (values: Values, changes: Partial<Values>) => Promise<string | undefined>,
) {
  const [unsaved, setUnsaved] = useUnsaved<Partial<Values>>(section)
  const [saving, setSaving] = useState<Saving>()
  const isChanged = unsaved !== undefined

  function change(changes: Partial<Values>) {
    setUnsaved(changesOf(saved, { ...unsaved, ...changes }))
    setSaving(undefined)
  }
  async function submit(more: Partial<Values> = {}) {
    const changes = { ...unsaved, ...more }
    setUnsaved(changes)
    setSaving('saving')
    const failed = await save({ ...saved, ...changes }, changes)
    setUnsaved(failed ? unsaved : undefined)
    setSaving(failed ? { failed } : 'saved')
  }
  const [, form] = useSubmit(() => isChanged && submit())
  const row = { saving, isChanged, onDiscard: () => setUnsaved(undefined) }
  return { values: { ...saved, ...unsaved }, change, submit, form, row, isSaving: saving === 'saving' }
}

/** Saves some of the user's settings. @returns an error message, if any */
export const saveUserSettings = (_settings: Settings, changes: Partial<Settings>) =>
  failureOf('These settings weren’t saved. Try again.', async () => {
    await saveSettings(changes)
    toast('success', SETTINGS_SAVED)
  })
