import { api } from './api.ts'

/** Has the browser save everything that is kept about the person: it comes as a file, so that it may be of any size. */
export async function downloadData(): Promise<void> {
  const { url } = await (await api.users.exportLink.$post()).json()
  location.assign(url)
}
