import { browserStorage, formKey } from '#site/lib/browser-storage.ts'

/** The typed values and the idempotency key, which outlives a reload. */
type SavedForm<Values> = { key: string; values: Values }

/** Returns the tab's storage for a form. Without storage or a name, nothing is saved. */
export function savedDraft<Values>(form: string | undefined) {
  const storage = form === undefined ? undefined : browserStorage('sessionStorage')
  const key = formKey(form ?? '')
  return {
    read(): Partial<SavedForm<Values>> {
      try {
        return JSON.parse(storage?.getItem(key) ?? '{}')
      } catch {
        return {}
      }
    },
    write(saved: SavedForm<Values>) {
      try {
        storage?.setItem(key, JSON.stringify(saved))
      } catch {
        // A full storage must not block sending.
      }
    },
    forget: () => storage?.removeItem(key),
  }
}
