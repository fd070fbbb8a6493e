import { browserStorage, formKey } from '#site/lib/browser-storage.ts'

/** What was typed, and the name under which it is sent: sent again after a reload, it is still the same. */
type Kept<Values> = { name: string; values: Values }

/** A tab's own storage for a form; without one, or without a name for it, nothing is kept. */
export function keptDraft<Values>(form: string | undefined) {
  const storage = form === undefined ? undefined : browserStorage('sessionStorage')
  const key = formKey(form ?? '')
  return {
    read(): Partial<Kept<Values>> {
      try {
        return JSON.parse(storage?.getItem(key) ?? '{}')
      } catch {
        return {}
      }
    },
    write(kept: Kept<Values>) {
      try {
        storage?.setItem(key, JSON.stringify(kept))
      } catch {
        // A full storage keeps nobody from sending.
      }
    },
    forget: () => storage?.removeItem(key),
  }
}
