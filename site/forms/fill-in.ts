/** Fills empty fields with known values, such as those typed before a reload. */
export function fillIn(form: HTMLFormElement, values: unknown) {
  for (const [name, value] of Object.entries(values ?? {})) {
    const control = form.elements.namedItem(name)
    if (control && 'value' in control && !control.value) control.value = value
  }
}
