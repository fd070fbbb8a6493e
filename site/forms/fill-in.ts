/** Returns whether a select still has its default option. */
const isUntouched = (select: HTMLSelectElement) => select.selectedOptions[0]?.defaultSelected !== false

/** Fills empty fields with known values, such as those typed before a reload. */
export function fillIn(form: HTMLFormElement, values: unknown) {
  for (const [name, value] of Object.entries(values ?? {})) {
    const control = form.elements.namedItem(name)
    if (control instanceof HTMLSelectElement) {
      const isOffered = [...control.options].some(option => option.value === value)
      if (isOffered && (!control.value || isUntouched(control))) control.value = value
    } else if (control && 'value' in control && !control.value) control.value = value
  }
}
