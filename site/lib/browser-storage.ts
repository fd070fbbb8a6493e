/** What the browser keeps for this site. Undefined where the person has it keep nothing: then the very name throws. */
export function browserStorage(name: 'localStorage' | 'sessionStorage'): Storage | undefined {
  try {
    return globalThis[name]
  } catch {
    return undefined
  }
}

const FORM = 'form-'

/** Under which key a tab keeps what was typed into a form. */
export const formKey = (name: string) => FORM + name

/** The next person in this tab finds none of it. */
export function forgetForms() {
  const storage = browserStorage('sessionStorage')
  const keys = Array.from({ length: storage?.length ?? 0 }, (_, index) => storage?.key(index) ?? '')
  for (const key of keys) if (key.startsWith(FORM)) storage?.removeItem(key)
}
