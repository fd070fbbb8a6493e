/** What the browser keeps for this site. Undefined where the person has it keep nothing: then the very name throws. */
export function browserStorage(name: 'localStorage' | 'sessionStorage'): Storage | undefined {
  try {
    return globalThis[name]
  } catch {
    return undefined
  }
}
