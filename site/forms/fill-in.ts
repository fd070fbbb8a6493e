/** True for a list in which nobody has chosen anything, although it may begin with a choice. */
const isUntouched = (list: HTMLSelectElement) => list.selectedOptions[0]?.defaultSelected !== false

/** Fills fields that nobody has filled in with known values, such as those typed before a reload. */
export function fillIn(form: HTMLFormElement, values: unknown) {
  for (const [name, value] of Object.entries(values ?? {})) {
    const control = form.elements.namedItem(name)
    if (control instanceof HTMLSelectElement) {
      const isOffered = [...control.options].some(option => option.value === value)
      if (isOffered && (!control.value || isUntouched(control))) control.value = value
    } else if (control && 'value' in control && !control.value) control.value = value
  }
}
