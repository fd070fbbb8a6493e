import { addFiles } from '#site/dashboard/composer/media/uploads.ts'
import { takeShared } from '#site/dashboard/shared/worker-content.ts'
import { toast } from '#site/lib/toasts.ts'
import { clearComposer } from './clear-composer.ts'
import { $content, hasContent } from './content.ts'
import { $draft, setMessage } from './draft.ts'
import { $saving, saveNow } from './saving.ts'

/** Starts a post with what another app shared. If the current post couldn't be saved, the shared content is added to it. */
export async function startWithShared(state: string): Promise<void> {
  if (state === 'lost')
    return toast('info', 'That didn’t arrive. The app is ready now, so please share it again.')
  const shared = await takeShared()
  if (!shared) return
  await saveNow()
  if (hasContent($content.get()) && $saving.get().state === 'saved') clearComposer()
  const { text, files } = shared
  const { message } = $draft.get()
  if (text) setMessage(message ? `${message}\n\n${text}` : text)
  if (files.length > 0) addFiles(files)
}
