/** Ref that moves the focus to an element when it is first rendered. */
export const focusOnMount = (element: HTMLElement | null) => element?.focus()
