import { picture } from '../publishing.ts'
import type { Call } from './rule.ts'

export const contactRequest = {
  fullname: 'Pat',
  email: 'pat@example.com',
  service: 'other',
  message: 'Hello',
}

/** A callback from somebody who doesn't know the network's secret. */
export const unsigned =
  (path: string): Call =>
  () => {
    const form = new FormData()
    form.set('signed_request', 'c2lnbmF0dXJl.e30')
    return [`compliance/${path}`, { form }]
  }

export async function upload(): Promise<FormData> {
  const form = new FormData()
  form.append('media', await picture('red'))
  return form
}

export async function scheduledPost(): Promise<FormData> {
  const form = new FormData()
  form.set('data', JSON.stringify({ platforms: [{ platform: 'facebook', message: 'Secret words' }] }))
  form.set('isScheduled', 'true')
  form.set('scheduledTime', '1893600000')
  form.append('media', await picture('red'))
  return form
}

/** A spreadsheet whose only row has no picture. */
export function spreadsheet(text = 'Other words'): FormData {
  const form = new FormData()
  form.append(
    'file',
    new File([`Caption,When\n${text},2030-02-01 09:00\n`], 'posts.csv', { type: 'text/csv' }),
  )
  return form
}
