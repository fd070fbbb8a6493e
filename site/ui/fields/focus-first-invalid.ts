export const focusFirstInvalid = (form: HTMLElement) =>
  form.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid]')?.focus()
