import { atom } from 'nanostores'

import { SUPPORT_SENT, SUPPORT_SUBJECTS, SupportCall, SupportQuestion } from '#shared/requests/support.ts'
import { checkForm, formStore } from '#site/forms/form-store.ts'
import { api, bodyOf } from '#site/lib/api/api.ts'
import { toast } from '#site/lib/toasts.ts'

export type SupportDialog = 'none' | 'question' | 'call'

export const $supportDialog = atom<SupportDialog>('none')

export const $subject = atom('')

export const requestCall = () => $supportDialog.set('call')
export const closeSupport = () => $supportDialog.set('none')

export function contactSupport(subject = '') {
  $subject.set(SUPPORT_SUBJECTS.some(({ value }) => value === subject) ? subject : '')
  $supportDialog.set('question')
}

type Call = typeof api.users.saveSupportRequest.$post

async function send(json: Parameters<Call>[0]['json'], options: Parameters<Call>[1]) {
  await bodyOf(api.users.saveSupportRequest.$post({ json }, options))
  toast('success', SUPPORT_SENT[json.kind], { title: 'Success' })
}

const FAILED = 'Your message was not sent. Try again in a minute.'

export const questionForm = formStore({
  check: (values: Record<string, unknown>) => checkForm(SupportQuestion, { ...values, kind: 'question' }),
  failed: FAILED,
  send,
})

export const callForm = formStore({
  check: (values: Record<string, unknown>) => checkForm(SupportCall, { ...values, kind: 'call' }),
  failed: FAILED,
  send,
})

/** Opens the form from `/dashboard/help?contact=billing` with its subject selected. */
export function openFromUrl(search: string) {
  const subject = new URLSearchParams(search).get('contact')
  if (subject !== null) contactSupport(subject)
}
