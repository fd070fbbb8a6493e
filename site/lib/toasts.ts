import { atom } from 'nanostores'

import { TOAST_MS, UNDO_MS } from '#shared/timings.ts'
import type { ToastView } from '#site/ui/toasts/Toasts.tsx'
import { messageOf } from './api/error.ts'

export type ToastType = ToastView['type']
type Toast = ToastView & { duration: number }

type ToastOptions = Partial<Pick<Toast, 'title' | 'duration' | 'coloured' | 'follows' | 'action' | 'more'>>

export const SIGNED_IN = 'Login successful!'

const CARRIED_KEY = 'toast'
let lastId = 0

export const $toasts = atom<Toast[]>([])

const hiding = new Map<number, ReturnType<typeof setTimeout>>()

const scheduleHide = ({ id, duration }: Toast) => hiding.set(id, setTimeout(dismissToast, duration, id))

export function dismissToast(id: number) {
  holdToast(id)
  $toasts.set($toasts.get().filter(toast => toast.id !== id))
}

export function holdToast(id: number) {
  clearTimeout(hiding.get(id))
  hiding.delete(id)
}

/** Restarts the timer of a held toast with its full duration. */
export function releaseToast(id: number) {
  const held = $toasts.get().find(toast => toast.id === id)
  if (held && !hiding.has(id)) scheduleHide(held)
}

/** True for a success toast without a button. The next such toast replaces it. */
const isReplaceable = ({ type, action, more }: Toast) => type === 'success' && !action && !more

/** Shows a toast for `duration` milliseconds. */
export function toast(type: ToastType, message: string, options: ToastOptions = {}) {
  const shown: Toast = { id: ++lastId, type, message, duration: TOAST_MS, ...options }
  const others = $toasts.get().filter(each => !(isReplaceable(shown) && isReplaceable(each)))
  $toasts.set([...others, shown])
  scheduleHide(shown)
  // The oldest leave first, but those with a button may be needed.
  const plain = others.filter(({ action, more }) => !action && !more)
  for (const { id } of plain.slice(0, Math.max(0, others.length + 1 - MAX_TOASTS))) dismissToast(id)
}

/** Toasts on screen at once, so that they don't cover the page. */
const MAX_TOASTS = 3

/** Shows a success that can be undone while the toast is shown. `undo` shows its failures itself. */
export const toastWithUndo = (message: string, undo: () => unknown) =>
  toast('success', message, { duration: UNDO_MS, action: { label: 'Undo', run: () => void undo() } })

export function withdrawToast(message: string) {
  for (const toast of $toasts.get()) if (toast.message === message) dismissToast(toast.id)
}

/** Stores a toast, which the next page shows. */
export const carryToast = (type: ToastType, message: string) =>
  sessionStorage.setItem(CARRIED_KEY, JSON.stringify({ type, message }))

export function showCarriedToast() {
  const carried = sessionStorage.getItem(CARRIED_KEY)
  if (!carried) return
  sessionStorage.removeItem(CARRIED_KEY)
  const { type, message } = JSON.parse(carried) as Pick<Toast, 'type' | 'message'>
  toast(type, message)
}

/** Runs an action. Shows a toast if it fails: the server's message, or `failed`. @returns true if it succeeded */
export async function withErrorToast(failed: string, action: () => Promise<unknown>): Promise<boolean> {
  try {
    await action()
    return true
  } catch (error) {
    toast('error', messageOf(error, failed))
    return false
  }
}
