/** Brings a person who submitted to the first field that needs them. */
export const focusFirstInvalid = (form: HTMLElement) =>
  form.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid]')?.focus()
