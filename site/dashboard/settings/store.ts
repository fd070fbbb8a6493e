import { useStore } from '@nanostores/react'
import { atom, computed, map } from 'nanostores'

import { type Settings, SETTINGS_SAVED } from '#shared/settings.ts'
import { $selectedId } from '#site/dashboard/shared/domains/store.ts'
import { leaveGuard } from '#site/dashboard/shared/leave-guard.ts'
import { $settings, saveSettings } from '#site/dashboard/shared/me.ts'
import { messageOf } from '#site/lib/api/error.ts'
import { showAppearance } from '#site/lib/appearance.ts'
import { toast } from '#site/lib/toasts.ts'
import type { BusinessAnchor } from './sections.ts'

/** The settings that each section saves. */
const SAVED_BY = {
  notifications: [
    'emailNotifications',
    'publishedEmails',
    'pushNotifications',
    'socialNotifications',
    'marketingEmails',
  ],
  security: ['profileVisibility', 'dataSharing'],
  appearance: ['appearance', 'language', 'keyboardShortcuts'],
} as const satisfies Record<string, readonly (keyof Settings)[]>

export type SavedSection = keyof typeof SAVED_BY
const SAVED_SECTIONS = Object.keys(SAVED_BY) as SavedSection[]

const $changes = atom<Partial<Settings>>({})

/** Result of each section's last save; missing once the user changes the section again. */
export const $saves = map<Partial<Record<SavedSection, Saving>>>({})
export type Saving = 'saving' | 'saved' | { failed: string }

/** Values of the forms: the saved settings with the unsaved changes. */
export const $chosen = computed(
  [$settings, $changes],
  (saved, changes) => saved.data && { ...saved.data, ...changes },
)

/** The sections with unsaved changes. */
export const $changed = computed([$settings, $chosen], (saved, chosen) =>
  SAVED_SECTIONS.filter(
    section => saved.state === 'ready' && SAVED_BY[section].some(name => saved.data[name] !== chosen?.[name]),
  ),
)

/** Records changes of a section. Appearance is previewed at once; everything else applies when saved. */
export function choose(changes: Partial<Settings>) {
  $changes.set({ ...$changes.get(), ...changes })
  for (const section of SAVED_SECTIONS)
    if ($saves.get()[section] !== 'saving' && SAVED_BY[section].some(name => name in changes))
      $saves.setKey(section, undefined)
  if (changes.appearance) showAppearance(changes.appearance)
}

/** Unsaved values of the forms of businesses, by section and business. */
const $unsaved = map<Record<string, unknown>>({})

/** The sections with unsaved changes, of the user and of the selected business. */
export const $unsavedSections = computed(
  [$changed, $unsaved, $selectedId],
  (changed, unsaved, id): string[] => [
    ...changed,
    ...Object.keys(unsaved).flatMap(key => (key.endsWith(` ${id}`) ? (key.split(' ')[0] ?? []) : [])),
  ],
)

/**
 * Returns the unsaved values of a form of the selected business and their setter. Undefined means no changes. The values survive
 * Back and the selection of another business; links ask before they are discarded.
 */
export function useUnsaved<Values>(section: BusinessAnchor) {
  const key = `${section} ${useStore($selectedId)}`
  const values = useStore($unsaved)[key] as Values | undefined
  return [values, (changed: Values | undefined) => $unsaved.setKey(key, changed)] as const
}

/** Previews the unsaved appearance. @returns a function that ends the preview and clears the results of saves */
export function showChanges() {
  const chosen = $chosen.get()
  if (chosen) showAppearance(chosen.appearance)
  return () => {
    const saved = $settings.get().data
    if (saved) showAppearance(saved.appearance)
    for (const section of SAVED_SECTIONS)
      if ($saves.get()[section] !== 'saving') $saves.setKey(section, undefined)
  }
}

/** Discards the changes of a section, or of all. */
export function discard(section?: SavedSection) {
  if (!section) $unsaved.set({})
  const names: readonly string[] = section ? SAVED_BY[section] : Object.keys($changes.get())
  keepChanges(name => !names.includes(name))
  for (const each of section ? [section] : SAVED_SECTIONS) $saves.setKey(each, undefined)
  const chosen = $chosen.get()
  if (chosen) showAppearance(chosen.appearance)
}

const keepChanges = (isKept: (name: keyof Settings, value: unknown) => boolean) =>
  $changes.set(
    Object.fromEntries(
      Object.entries($changes.get()).filter(([name, value]) => isKept(name as keyof Settings, value)),
    ),
  )

/** Saves the changes of a section. Changes made while it saves stay unsaved. */
export async function save(section: SavedSection) {
  const chosen = $chosen.get()
  if (!chosen || $saves.get()[section] === 'saving') return
  const values: Partial<Settings> = Object.fromEntries(SAVED_BY[section].map(name => [name, chosen[name]]))
  $saves.setKey(section, 'saving')
  try {
    await saveSettings(values)
    keepChanges((name, value) => values[name] !== value)
    $saves.setKey(section, 'saved')
    toast('success', SETTINGS_SAVED)
  } catch (error) {
    $saves.setKey(section, { failed: messageOf(error, 'These settings weren’t saved. Try again.') })
  }
}

export const guardLeaving = leaveGuard({
  losesContent: () =>
    $changed.get().some(section => $saves.get()[section] !== 'saving') ||
    Object.keys($unsaved.get()).length > 0,
  discard,
  question: {
    title: 'Leave without saving?',
    label: 'Leave',
    cancelLabel: 'Stay',
    children: 'You have unsaved changes on this page.',
  },
})
