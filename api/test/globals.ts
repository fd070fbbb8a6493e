/** Remembers the global object's properties and the environment. Returns the function that restores them. */
export function rememberGlobals(): () => void {
  const known = Object.getOwnPropertyDescriptors(globalThis) as Record<string, PropertyDescriptor>
  const environment = { ...process.env }
  return () => {
    for (const name of Object.getOwnPropertyNames(globalThis)) {
      const before = known[name]
      const after = Object.getOwnPropertyDescriptor(globalThis, name)
      if (!before) Reflect.deleteProperty(globalThis, name)
      else if (before.value !== after?.value || before.get !== after?.get)
        Object.defineProperty(globalThis, name, before)
    }
    for (const [name, before] of Object.entries(known))
      if (!Object.hasOwn(globalThis, name)) Object.defineProperty(globalThis, name, before)
    for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name]
    Object.assign(process.env, environment)
  }
}
