import type { ChangeEvent } from 'react'

/** As browsers name the clipboard, and a phone's suggestion of the code that has just arrived. */
const WHOLE = ['insertFromPaste', 'insertReplacementText']

/** Submits the form of a code that was pasted as a whole, once it is rendered. A typed one waits for the button. */
export function submitPasted({ nativeEvent, target }: ChangeEvent<HTMLInputElement>, isComplete: boolean) {
  if (isComplete && nativeEvent instanceof InputEvent && WHOLE.includes(nativeEvent.inputType))
    requestAnimationFrame(() => target.form?.requestSubmit())
}
