/** Returns the browser's storage, or undefined where the user has disabled it: then reading the property throws. */
export function browserStorage(name: 'localStorage' | 'sessionStorage'): Storage | undefined {
  try {
    return globalThis[name]
  } catch {
    return undefined
  }
}

const FORM = 'form-'

/** Key under which a tab stores the values typed into a form. */
export const formKey = (name: string) => FORM + name

/** Clears saved form values, so that the next person in this tab doesn't find them. */
export function forgetForms() {
  const storage = browserStorage('sessionStorage')
  const keys = Array.from({ length: storage?.length ?? 0 }, (_, index) => storage?.key(index) ?? '')
  for (const key of keys) if (key.startsWith(FORM)) storage?.removeItem(key)
}
