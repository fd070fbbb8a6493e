import { SUPPORT_SUBJECTS } from '#shared/requests/support.ts'
import { openDialog } from '#site/dashboard/shared/open-dialog.ts'

const load = () => import('./SupportDialogs.tsx')

export const requestCall = () => openDialog(async () => (await load()).CallDialog, {})

export const contactSupport = (subject = '') =>
  openDialog(async () => (await load()).ContactDialog, {
    subject: SUPPORT_SUBJECTS.some(({ value }) => value === subject) ? subject : '',
  })

/** Opens the form from `/dashboard/help?contact=billing` with its subject selected. */
export async function openFromUrl(search: string) {
  const subject = new URLSearchParams(search).get('contact')
  if (subject !== null) await contactSupport(subject)
}
