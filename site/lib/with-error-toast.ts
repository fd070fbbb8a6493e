import { messageOf } from './api/error.ts'
import { toast } from './toasts.ts'

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
